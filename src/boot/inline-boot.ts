import type {} from './early-intents.ts';

/* The only script that a prerendered page executes before the visitor acts. It stores the
 * visitor's actions, and loads the application at the first sign of an action. It is inline in
 * every page and limited in bytes (decision 0011), so the code is terse. */

type Carrier = { files?: FileList | null; select?: () => void };
type Heard = Event & {
  target: HTMLElement & Carrier;
  dataTransfer?: Carrier | null;
  clipboardData?: Carrier | null;
};
type Settings = Record<'entry' | 'start' | 'near' | 'campaign' | 'alone', string>;

/**
 * The note that loading failed. Browsers make each element with an id available as a global
 * variable.
 */
declare const bootNote: HTMLElement;

const { entry, start, near, campaign, alone } = (document.currentScript as HTMLScriptElement)
  .dataset as Settings;
let loading: Promise<unknown> | false | undefined;

/**
 * Requests the application's files without executing them. A prefetch only fills the cache, and a
 * preload prepares an import.
 */
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
        : 'change drop paste submit'.includes(type) &&
          (files ? files.length : type !== 'paste') &&
          target;
    // Blocks the context menu except on text fields, which have the method `select`, because a
    // phone needs the menu to paste (R13). Blocks `dragover`, because files could otherwise not be
    // dropped.
    if (kept || (type === 'contextmenu' && !target.select) || type === 'dragover')
      event.preventDefault();
    if (kept) {
      event.stopPropagation();
      early.push([event, files]);
      kept.dataset.early = '';
      // the photo that was chosen: a file that browsers can decode, unless it is one of several, or
      // the picture of a sample
      const photo = files
        ? !files[1] &&
          /image.[^ht]/.test((files[0] as File).type) &&
          URL.createObjectURL(files[0] as File)
        : (kept.firstChild as HTMLImageElement | null)?.src;
      if (photo && window.studio) window.studio.style = `--early:url(${photo})`;
    }
    // The code keeps the browser busy, so it waits for the tap and the paint that answers it.
    if (kept || target.closest(near)) setTimeout(load, 200);
  }
};

early = []; // this is a classic script, so the assignment creates a global variable
for (const type of 'click keydown pointerover contextmenu dragover change drop paste submit'.split(
  ' ',
))
  addEventListener(type, hear as (event: Event) => void, true);

// Only prefetches: a page that is only read then executes no further script, and a later tap finds
// the code in the cache.
addEventListener('load', () => setTimeout(alone ? load : request, 2000, 'prefetch'));

try {
  // a dialog was open before a reload and has left its history state
  if ((location + document.cookie + history.state).match(start)) load();
  for (const name of campaign.split(' ')) {
    const value = new URL(location as string & Location).searchParams.get(name)?.slice(0, 500);
    if (value) localStorage[name] = value;
  }
} catch {
  load(); // without storage, a run may be in progress, so the page starts immediately
}
