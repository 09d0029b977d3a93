import { bootNote } from './boot-note.ts';
import type { EarlyIntent } from './early-intents.ts';

const controls = 'a, button, input, select, textarea, form';

/**
 * Returns a text that identifies a control by its visible properties. Controls with equal texts
 * have the same effect.
 */
const looksOf = (control: Element) =>
  [
    control.tagName,
    control.id,
    control.getAttribute('href'),
    control.getAttribute('capture'),
    control.getAttribute('webkitdirectory'),
    control.getAttribute('aria-label') ?? control.textContent,
  ].join('\n');

/**
 * Returns the target of an event. If hydration has rendered the target again, returns its
 * replacement.
 */
function findTarget(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  if (target.isConnected) return target;
  const control = target.closest(controls);
  if (!control) return null;
  const looks = looksOf(control);
  const all = [...document.querySelectorAll(control.tagName)];
  return all.find((one) => looksOf(one) === looks) ?? null;
}

function dropFiles(files: FileList) {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
  document.body.dispatchEvent(drop);
}

function replay([event, files]: EarlyIntent) {
  // passes the files on directly: they may be dropped anywhere, and a script cannot create a paste
  // event with files
  if (event.type === 'drop' || event.type === 'paste') {
    if (files) dropFiles(files);
    return;
  }
  const target = findTarget(event.target);
  if (!target) {
    console.error(`The element of an early ${event.type} is no longer on the page.`);
    window.studio?.removeAttribute('style'); // no panel comes that would drop the early photo
  } else if (event.type === 'click') {
    target.dispatchEvent(new MouseEvent('click', event as MouseEvent));
  } else if (target instanceof HTMLFormElement) {
    target.requestSubmit((event as SubmitEvent).submitter);
  } else {
    if (files && target instanceof HTMLInputElement) target.files = files;
    target.dispatchEvent(new Event(event.type, event));
  }
}

/**
 * Stops the inline boot, and dispatches the stored events in order. Called when the page is
 * hydrated and its charts run, so that the page can handle the events.
 */
export function replayIntents() {
  const intents = window.early ?? [];
  window.early = undefined;
  for (const marked of document.querySelectorAll('[data-early]')) {
    marked.removeAttribute('data-early');
  }
  bootNote()?.setAttribute('hidden', '');
  for (const intent of intents) replay(intent);
}
