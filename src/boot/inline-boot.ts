import type {} from './early-intents.ts';

/*
 * The only script of a prerendered page before the visitor does something. It is inline in every
 * page and limited to 600 bytes (decision 0011), hence the terse code: it keeps the visitor's actions
 * and loads the application at the first sign of one.
 */

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

/** A prefetch only fills the cache, a preload is about to be imported; neither runs by itself. */
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
        ? // The browser follows links sooner than the charts could, but only the chart keeps a
          // chosen language, and leaving would lose kept actions.
          target.closest<HTMLElement>(early[0] ? 'a,button' : '[hreflang],button')
        : 'change drop paste submit'.includes(type) && files?.length !== 0 && target;
    // R13: a text field, which has `select`, keeps its menu, without which nobody can paste on a
    // phone. Without dragover nothing can be dropped.
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

early = []; // a classic script: makes the global
for (const type of 'click keydown pointerover contextmenu dragover change drop paste submit'.split(
  ' ',
))
  addEventListener(type, hear as (event: Event) => void, true);

// Readers run no script, and a later tap finds the code in the cache.
addEventListener('load', () => setTimeout(alone ? load : request, 2000, 'prefetch'));

try {
  // a state is that of a dialog's entry, left over by a reload
  if ((location + document.cookie + history.state).match(start)) load();
  for (const name of campaign.split(' ')) {
    const value = new URL(location as string & Location).searchParams.get(name);
    if (value) localStorage[name] = value;
  }
} catch {
  load(); // without storage it is unknown whether a photo is on its way
}
