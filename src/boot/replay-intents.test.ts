// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { EarlyIntent } from './early-intents.ts';
import { replayIntents } from './replay-intents.ts';

const body =
  '<button aria-label="A"></button><button aria-label="B" data-early></button>' +
  '<a href="/de">Deutsch</a><input type="file"><form><button id="send">Send</button></form>' +
  '<div id="bootNote"></div>';

const find = <Found extends HTMLElement>(selector: string) =>
  document.querySelector(selector) as Found;

let heard: string[];

function listen(...types: string[]) {
  for (const type of types) {
    document.body.addEventListener(type, (event) => {
      event.preventDefault();
      const target = event.target as HTMLElement;
      heard.push(`${type} ${target.getAttribute('aria-label') ?? target.tagName}`);
    });
  }
}

/**
 * Returns an event as the boot stores it: the event was dispatched, but not handled by any chart.
 */
function intent(type: string, target: Element, files?: File[], extra: object = {}): EarlyIntent {
  const event = Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true }), extra);
  Object.defineProperty(event, 'target', { value: target });
  return [event, files as unknown as FileList | undefined];
}

beforeEach(() => {
  document.body.replaceWith(document.createElement('body'));
  document.body.innerHTML = body;
  heard = [];
});

it('replays stored actions once and in order, and then leaves events to the page', () => {
  listen('click');
  window.early = [intent('click', find('[aria-label=B]')), intent('click', find('a'))];
  replayIntents();
  replayIntents();
  expect(heard).toEqual(['click B', 'click A']);
  expect(window.early).toBeUndefined();
  expect(document.querySelector('[data-early]')).toBeNull();
  expect(find('#bootNote').hidden).toBe(true);
});

it('finds the element that replaced a pressed button during hydration', () => {
  listen('click');
  window.early = [intent('click', find('[aria-label=B]'))];
  document.body.innerHTML = body;
  replayIntents();
  expect(heard).toEqual(['click B']);
});

it('uncovers the studio when the pressed sample is no longer on the page', () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const studio = document.createElement('div');
  studio.style.setProperty('--early', 'url(/samples/cat-thumb.webp)');
  vi.stubGlobal('studio', studio);
  const gone = find('[aria-label=B]');
  window.early = [intent('click', gone)];
  document.body.innerHTML = '';
  replayIntents();
  expect(told).toHaveBeenCalledOnce();
  expect(studio.hasAttribute('style')).toBe(false);
});

it('presses with the keys that were held', () => {
  const clicked = vi.fn();
  document.body.addEventListener('click', ({ ctrlKey }) => clicked(ctrlKey));
  const click = new MouseEvent('click', { bubbles: true, ctrlKey: true });
  Object.defineProperty(click, 'target', { value: find('a') });
  window.early = [[click, undefined]];
  replayIntents();
  expect(clicked).toHaveBeenCalledExactlyOnceWith(true);
});

it('sets the files again on a new input', () => {
  const chosen = vi.fn();
  const photo = new File(['x'], 'cat.png');
  window.early = [intent('change', find('input'), [photo])];
  document.body.innerHTML = body;
  const set = vi.spyOn(HTMLInputElement.prototype, 'files', 'set').mockImplementation(chosen);
  listen('change');
  replayIntents();
  expect(chosen).toHaveBeenCalledExactlyOnceWith([photo]);
  expect(heard).toEqual(['change INPUT']);
  set.mockRestore();
});

it('submits a form with the button that was pressed', () => {
  const form = find<HTMLFormElement>('form');
  const submit = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {});
  window.early = [intent('submit', form, undefined, { submitter: find('#send') })];
  replayIntents();
  expect(submit).toHaveBeenCalledExactlyOnceWith(find('#send'));
});

it('reports when the pressed element is gone', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  window.early = [intent('click', find('[aria-label=B]'))];
  document.body.innerHTML = '';
  replayIntents();
  expect(error).toHaveBeenCalledOnce();
});
