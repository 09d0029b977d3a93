import type {} from './early-intents.ts';

/*
 * The only script of a prerendered page before the visitor acts. It stores the visitor's actions,
 * and loads the application at the first sign of an action. It is inline in every page and limited
 * to 600 bytes (decision 0011), so the code is terse.
 */

type Carrier = { files?: FileList | null; select?: () => void };
type Heard = Event & {
  target: HTMLElement & Carrier;
  dataTransfer?: Carrier | null;
  clipboardData?: Carrier | null;
};
type Settings = Record<'entry' | 'start' | 'near' | 'campaign' | 'alone', string>;

/** The note that loading failed. The browser makes elements with an id global variables. */
declare const bootNote: HTMLElement;

const { entry, start, near, campaign, alone } = (document.currentScript as HTMLScriptElement)
  .dataset as Settings;
let loading: Promise<unknown> | false | undefined;

/** A prefetch fills the cache, and a preload prepares an import. Neither runs the code. */
const request = (rel: string) => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('.later')) link.rel = rel;
};

const load = () => {
  if (loading) return;
  request('preload');
  loading = import(/* @vite-ignore */ entry).catch(() => {
    bootNote.hidden = loading = false;
    setTimeout(load, 2000);
  });
};

const hear = (event: Heard) => {
  if (early) {
    const { type, target } = event;
    const files = (event.dataTransfer ?? event.clipboardData ?? target).files;
    const kept =
      type === 'click'
        ? // Links are left to the browser. Exceptions: the chart saves a language
          // choice, and leaving the page would lose stored actions.
          target.closest<HTMLElement>(early[0] ? 'a,button' : '[hreflang],button')
        : 'change drop paste submit'.includes(type) && files?.length !== 0 && target;
    // R13: only text fields, which have `select`, keep their menu, because phones need it to paste.
    // Files can be dropped only if dragover is prevented.
    if (kept || (type === 'contextmenu' && !target.select) || type === 'dragover')
      event.preventDefault();
    if (kept) {
      event.stopPropagation();
      early.push([event, files]);
      kept.dataset.early = '';
    }
    if (kept || target.closest(near)) load();
  }
};

early = []; // as a classic script, the assignment creates a global variable
for (const type of 'click keydown pointerover contextmenu dragover change drop paste submit'.split(
  ' ',
))
  addEventListener(type, hear as (event: Event) => void, true);

// prefetches only, so that a page that is just read runs no script, and a later tap finds the code
// in the cache
addEventListener('load', () => setTimeout(alone ? load : request, 2000, 'prefetch'));

try {
  // a dialog left its history state before a reload
  if ((location + document.cookie + history.state).match(start)) load();
  for (const name of campaign.split(' ')) {
    const value = new URL(location as string & Location).searchParams.get(name);
    if (value) localStorage[name] = value;
  }
} catch {
  load(); // without storage, a run may be in progress, so the page starts immediately
}
