import type {} from './early-intents.ts';

/* The only script of a prerendered page before the visitor acts. It is inline in every page and
   limited to 600 bytes (decision 0011), hence the terse code: it stores the visitor's actions
   and loads the application at the first sign of one. */

type Carrier = { files?: FileList | null; select?: () => void };
type Heard = Event & {
  target: HTMLElement & Carrier;
  dataTransfer?: Carrier | null;
  clipboardData?: Carrier | null;
};
type Settings = Record<'entry' | 'start' | 'near' | 'campaign' | 'alone', string>;

/** The note that loading failed; elements with an id are globals. */
declare const bootNote: HTMLElement;

const { entry, start, near, campaign, alone } = (document.currentScript as HTMLScriptElement)
  .dataset as Settings;
let loading: Promise<unknown> | false | undefined;

/** A prefetch only fills the cache, a preload precedes an import; neither runs the code. */
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
        ? // The browser follows links sooner than the charts could, but only the chart saves a
          // chosen language, and leaving would lose stored actions.
          target.closest<HTMLElement>(early[0] ? 'a,button' : '[hreflang],button')
        : 'change drop paste submit'.includes(type) && files?.length !== 0 && target;
    // R13: a text field, which has `select`, keeps its menu: a phone cannot paste without it.
    // Without dragover nothing can be dropped.
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

early = []; // a classic script: creates the global
for (const type of 'click keydown pointerover contextmenu dragover change drop paste submit'.split(
  ' ',
))
  addEventListener(type, hear as (event: Event) => void, true);

// Visitors who only read run no script, and a later tap finds the code in the cache.
addEventListener('load', () => setTimeout(alone ? load : request, 2000, 'prefetch'));

try {
  // a history state was left by a dialog before a reload
  if ((location + document.cookie + history.state).match(start)) load();
  for (const name of campaign.split(' ')) {
    const value = new URL(location as string & Location).searchParams.get(name);
    if (value) localStorage[name] = value;
  }
} catch {
  load(); // without storage it is unknown whether a photo is on its way
}
