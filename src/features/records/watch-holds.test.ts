// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchHolds } from './watch-holds.ts';

/* Tests which presses show the original of a card, and what the end of such a press does. */

const cardWith = (content: string) =>
  `<article class="record-card"><div class="record-picture">${content}</div></article>`;

const before = '<span class="record-before"></span>';

function show({ content = before, link = '<a href="#result">A photo</a>' } = {}) {
  document.body.innerHTML = cardWith(content);
  const card = document.querySelector('article');
  const picture = document.querySelector('.record-picture');
  if (!card || !picture) throw new Error('The card is missing.');
  card.insertAdjacentHTML('beforeend', link);
  picture.getBoundingClientRect = () => new DOMRect(0, 0, 100, 75);
  watchHolds(document.body);
  const pressed = card.lastElementChild;
  const fire = (type: string, init: PointerEventInit = {}) => {
    const event = new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerType: 'touch',
      clientY: 40,
      ...init,
    });
    pressed?.dispatchEvent(event);
    return event;
  };
  return { fire, isHeld: () => card.hasAttribute('data-held') };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each(['pointerup', 'pointercancel'])(
  'shows the original while a finger is held on the picture, until %s',
  (end) => {
    const { fire, isHeld } = show();
    fire('pointerdown');
    vi.advanceTimersByTime(499);
    expect(isHeld()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isHeld()).toBe(true);
    fire(end);
    expect(isHeld()).toBe(false);
  },
);

it.each([
  ['shorter than the timer', 400],
  ['as long as the timer', 500],
])('neither follows the link nor opens the menu after a hold that is %s', (_, ms) => {
  const { fire, isHeld } = show();
  fire('pointerdown');
  vi.advanceTimersByTime(ms);
  expect(fire('contextmenu').defaultPrevented).toBe(true);
  expect(isHeld()).toBe(true);
  fire('pointerup');
  expect(isHeld()).toBe(false);
  expect(fire('click', { detail: 1 }).defaultPrevented).toBe(true);
});

it('neither follows the link nor opens the menu if the browser asks after the hold', () => {
  const { fire, isHeld } = show();
  fire('pointerdown');
  vi.advanceTimersByTime(500);
  fire('pointerup');
  expect(fire('contextmenu').defaultPrevented).toBe(true);
  expect(isHeld()).toBe(false);
  expect(fire('click', { detail: 1 }).defaultPrevented).toBe(true);
});

it('follows the link by keyboard after a hold', () => {
  const { fire } = show();
  fire('pointerdown');
  vi.advanceTimersByTime(500);
  fire('pointerup');
  expect(fire('click', { detail: 0 }).defaultPrevented).toBe(false);
});

it('follows the link after a tap, even a slow one', () => {
  const { fire, isHeld } = show();
  fire('pointerdown');
  vi.advanceTimersByTime(499);
  fire('pointerup');
  vi.advanceTimersByTime(1000);
  expect(isHeld()).toBe(false);
  expect(fire('click', { detail: 1 }).defaultPrevented).toBe(false);
});

it.each([
  ['the mouse', {}, { pointerType: 'mouse' }],
  ['a finger below the picture', {}, { clientY: 90 }],
  ['a finger on a card without an original', { content: '' }, {}],
  ['a finger that selects records', { link: '<label></label>' }, {}],
])('leaves a press of %s to the browser', (_, card, press) => {
  const { fire, isHeld } = show(card);
  fire('pointerdown', press);
  vi.advanceTimersByTime(1000);
  expect(isHeld()).toBe(false);
  expect(fire('contextmenu').defaultPrevented).toBe(false);
  fire('pointerup', press);
  expect(fire('click', { detail: 1 }).defaultPrevented).toBe(false);
});
