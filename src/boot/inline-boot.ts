import type {} from './early-intents.ts';

/*
 * All that a prerendered page runs before the visitor does something. It stands inline in every
 * page and may have 600 bytes (decision 0160), so it is written for size: it keeps what is done to
 * the page, and starts the charts with the first sign that something will be done.
 */

type Carrier = { files?: FileList | null };
type Heard = Event & {
  target: HTMLElement & Carrier;
  dataTransfer?: Carrier | null;
  clipboardData?: Carrier | null;
};
type Settings = { entry: string; start: string; campaign: string; alone: string };

/** The note that the page cannot load; an element with an id is a global. */
declare const bootNote: HTMLElement;

const { entry, start, campaign, alone } = (document.currentScript as HTMLScriptElement)
  .dataset as Settings;
let loading: Promise<unknown> | null | undefined;

/** A prefetch waits in the cache, a preload is about to run; neither runs by itself. */
const request = (rel: string) => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('.later')) link.rel = rel;
};

const load = () => {
  if (loading) return;
  request('preload');
  loading = import(/* @vite-ignore */ entry).catch(() => {
    loading = null;
    bootNote.hidden = false;
    setTimeout(load, 2000);
  });
};

const hear = (event: Heard) => {
  if (!early) return;
  const { type, target } = event;
  const files = (event.dataTransfer ?? event.clipboardData ?? target).files;
  const kept =
    type === 'click'
      ? // The browser follows a link sooner than the charts could, but only the chart keeps the
        // language that was chosen, and leaving would lose what waits already.
        target.closest<HTMLElement>(early[0] ? 'a,button' : 'button,[hreflang]')
      : 'change drop paste submit'.includes(type) && files?.length !== 0 && target;
  // R13; and without the second one nothing can be dropped
  if (kept || 'contextmenu dragover'.includes(type)) event.preventDefault();
  if (kept) {
    event.stopPropagation();
    early.push([event, files]);
    kept.dataset.early = '';
    load();
  } else if (target.closest('a,button,label,figure')) load();
};

early = []; // a classic script: makes the global
for (const type of 'click keydown pointerover contextmenu dragover change drop paste submit'.split(
  ' ',
))
  addEventListener(type, hear as (event: Event) => void, true);

// Whoever only reads runs no script, and whoever taps after a while finds it in the cache.
addEventListener('load', () => setTimeout(alone ? load : request, 2000, 'prefetch'));

try {
  if ((location.search + document.cookie).match(start)) load();
  for (const name of campaign.split(' ')) {
    const value = new URLSearchParams(location.search).get(name);
    if (value) localStorage[name] = value;
  }
} catch {
  load(); // a browser that keeps nothing cannot tell either whether a photo is on its way
}
