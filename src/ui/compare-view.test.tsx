// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Opening } from './compare-opening.ts';
import { CompareTools } from './compare-tools.tsx';
import { CompareView } from './compare-view.tsx';

const words = {
  label: 'Compare',
  divider: 'Divider',
  before: 'Original',
  after: 'Result',
  hold: 'Hold to see the original',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Show all',
  help: 'Use the arrow keys',
  value: (original: number) => `${original}% original`,
};

const pictures = {
  before: { src: '/before.webp', alt: 'before' },
  after: { src: '/after.webp', alt: 'after' },
  width: 600,
  height: 400,
  words,
};

type Kind = { eager?: boolean; opening?: Opening | null; pending?: boolean };

const show = (kind: Kind = {}) => render(<CompareTools {...pictures} {...kind} />);

const divider = () => screen.getByRole('slider', { name: 'Divider' });
const stage = () => divider().parentElement as HTMLElement;
const split = () => Number(divider().getAttribute('aria-valuenow'));
const transform = () => screen.getByAltText('after').style.transform;

const touch = { pointerId: 1, pointerType: 'touch', isPrimary: true };

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(100, 50, 200, 100),
  );
});

afterEach(cleanup);

it('announces the visible share of each picture to screen readers (R78)', () => {
  show();
  expect(divider().getAttribute('aria-valuetext')).toBe('50% original');
  expect(screen.getByRole('figure', { name: 'Compare' })).toBeTruthy();
  const help = document.getElementById(divider().getAttribute('aria-describedby') ?? '');
  expect(help?.textContent).toBe('Use the arrow keys');
});

it('moves the divider by keyboard (R78)', () => {
  show();
  const press = (key: string) => fireEvent.keyDown(divider(), { key });
  press('ArrowRight');
  expect(split()).toBe(52);
  press('PageDown');
  expect(split()).toBe(42);
  press('End');
  expect(split()).toBe(100);
  press('Home');
  expect(split()).toBe(0);
});

it('fades the name of a picture that is almost hidden', () => {
  show();
  const faded = () =>
    ['Original', 'Result'].map((tag) => screen.getByText(tag).hasAttribute('data-faded'));
  expect(faded()).toEqual([false, false]);
  fireEvent.keyDown(divider(), { key: 'End' });
  expect(faded()).toEqual([false, true]);
  fireEvent.keyDown(divider(), { key: 'Home' });
  expect(faded()).toEqual([true, false]);
});

it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves keys with %s to the browser', (modifier) => {
  show();
  expect(fireEvent.keyDown(divider(), { key: 'Home', [modifier]: true })).toBe(true);
  expect(split()).toBe(50);
  expect(fireEvent.keyDown(divider(), { key: 'Home' })).toBe(false);
});

it('leaves the right mouse button to the menu of the browser', () => {
  show();
  const right = { pointerId: 1, pointerType: 'mouse', button: 2 };
  fireEvent.pointerDown(stage(), { ...right, clientX: 150, clientY: 60 });
  fireEvent.pointerMove(stage(), { ...right, clientX: 260, clientY: 60 });
  expect(split()).toBe(50);
});

it('moves the divider to the mouse and follows it (R78)', () => {
  show();
  const mouse = { pointerId: 1, pointerType: 'mouse', button: 0 };
  fireEvent.pointerDown(stage(), { ...mouse, clientX: 150, clientY: 60 });
  expect(split()).toBe(25);
  fireEvent.pointerMove(stage(), { ...mouse, clientX: 260, clientY: 60 });
  expect(split()).toBe(80);
  fireEvent.pointerUp(stage(), mouse);
  fireEvent.pointerMove(stage(), { ...mouse, clientX: 110, clientY: 60 });
  expect(split()).toBe(80);
});

it('does not jump when a finger starts to scroll the page', () => {
  show();
  fireEvent.pointerDown(stage(), { ...touch, clientX: 150, clientY: 60 });
  fireEvent.pointerMove(stage(), { ...touch, clientX: 150, clientY: 63 });
  fireEvent.pointerCancel(stage(), touch);
  expect(split()).toBe(50);
});

it('leaves vertical finger movement to the page', () => {
  show();
  fireEvent.pointerDown(stage(), { ...touch, clientX: 150, clientY: 60 });
  fireEvent.pointerMove(stage(), { ...touch, clientX: 154, clientY: 90 });
  fireEvent.pointerMove(stage(), { ...touch, clientX: 250, clientY: 92 });
  expect(split()).toBe(50);
});

it('follows a finger that moves sideways (R78)', () => {
  show();
  fireEvent.pointerDown(stage(), { ...touch, clientX: 150, clientY: 60 });
  fireEvent.pointerMove(stage(), { ...touch, clientX: 200, clientY: 60 });
  expect(split()).toBe(50);
  fireEvent.pointerMove(stage(), { ...touch, clientX: 220, clientY: 60 });
  expect(split()).toBe(60);
});

it('zooms with two fingers (R78)', () => {
  show();
  fireEvent.pointerDown(stage(), { ...touch, clientX: 180, clientY: 100 });
  fireEvent.pointerDown(stage(), { ...touch, pointerId: 2, clientX: 220, clientY: 100 });
  fireEvent.pointerMove(stage(), { ...touch, pointerId: 2, clientX: 260, clientY: 100 });
  expect(transform()).toMatch(/scale\(2(\.0\d*)?\)/);
});

it('zooms around the middle of two fingers, and moves with it', () => {
  show();
  fireEvent.pointerDown(stage(), { ...touch, clientX: 160, clientY: 80 });
  fireEvent.pointerDown(stage(), { ...touch, pointerId: 2, clientX: 200, clientY: 80 });
  fireEvent.pointerMove(stage(), { ...touch, pointerId: 2, clientX: 240, clientY: 80 });
  const [x, y, scale] = (transform().match(/-?[\d.]+/g) ?? []).map(Number);
  // the point between the fingers was at 40 % of the width, and is now at 50 %; it stays at 30 % of
  // the height
  expect(scale).toBeCloseTo(2, 1);
  expect(x).toBeCloseTo(50 - 2 * 40, 0);
  expect(y).toBeCloseTo(30 - 2 * 30, 0);
});

it('zooms by double click and drags the picture then', () => {
  show();
  fireEvent.doubleClick(stage(), { clientX: 200, clientY: 100 });
  expect(transform()).toBe('translate(-100%, -100%) scale(3)');
  const mouse = { pointerId: 1, pointerType: 'mouse', button: 0 };
  fireEvent.pointerDown(stage(), { ...mouse, clientX: 200, clientY: 100 });
  fireEvent.pointerMove(stage(), { ...mouse, clientX: 220, clientY: 100 });
  expect(transform()).toBe('translate(-90%, -100%) scale(3)');
  expect(split()).toBe(50);
});

const wheel = (values: { deltaY: number; ctrlKey?: boolean }) => {
  const event = Object.assign(new Event('wheel', { bubbles: true, cancelable: true }), {
    deltaX: 0,
    clientX: 200,
    clientY: 100,
    ...values,
  });
  fireEvent(stage(), event);
  return event;
};

it('leaves a plain wheel to the page while the picture is not zoomed', () => {
  show();
  expect(wheel({ deltaY: 40 }).defaultPrevented).toBe(false);
  expect(wheel({ deltaY: -180, ctrlKey: true }).defaultPrevented).toBe(true);
  expect(wheel({ deltaY: 10 }).defaultPrevented).toBe(true);
  expect(wheel({ deltaY: 1000 }).defaultPrevented).toBe(true);
  expect(wheel({ deltaY: 40 }).defaultPrevented).toBe(false);
});

it('zooms with the wheel and Ctrl step by step', () => {
  show();
  const scale = () => Number(transform().match(/scale\((.+)\)/)?.[1]);
  wheel({ deltaY: -180, ctrlKey: true });
  expect(scale()).toBeCloseTo(Math.E);
  wheel({ deltaY: 90, ctrlKey: true });
  expect(scale()).toBeCloseTo(Math.sqrt(Math.E));
});

it('zooms by button and goes back to the whole picture', () => {
  show();
  const isOff = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  expect([isOff('Zoom out'), isOff('Zoom in')]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(transform()).toContain('scale(1.5)');
  expect([isOff('Zoom out'), isOff('Zoom in')]).toEqual([false, false]);
  expect(isOff('Show all')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(transform()).toContain('scale(1)');
  expect(isOff('Show all')).toBe(true);
});

it('shows the original for as long as its button is held', () => {
  show();
  const hold = screen.getByRole('button', { name: 'Hold to see the original' });
  fireEvent.pointerDown(hold);
  expect(split()).toBe(100);
  fireEvent.pointerUp(hold);
  expect(split()).toBe(50);
  fireEvent.keyDown(hold, { key: ' ' });
  expect(split()).toBe(100);
  fireEvent.keyUp(hold, { key: ' ' });
  expect(split()).toBe(50);
});

it.each(['pointerUp', 'pointerLeave', 'pointerCancel', 'blur'] as const)(
  'shows both pictures again at %s of its button',
  (end) => {
    show();
    const hold = screen.getByRole('button', { name: 'Hold to see the original' });
    fireEvent.pointerDown(hold);
    expect(hold.getAttribute('aria-pressed')).toBe('true');
    fireEvent[end](hold);
    expect([hold.getAttribute('aria-pressed'), split()]).toEqual(['false', 50]);
  },
);

it.each([
  ['at once at the top of a page', { eager: true }, 'eager'],
  ['only when they come into view elsewhere', {}, 'lazy'],
])('loads its pictures %s', (_, kind, loading) => {
  show(kind);
  const pictures = ['before', 'after'].map((alt) => screen.getByAltText(alt));
  expect(pictures.map((picture) => picture.getAttribute('loading'))).toEqual([loading, loading]);
});

it('has no buttons if it is only an illustration', () => {
  render(<CompareView {...pictures} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(divider()).toBeTruthy();
});

const opening: Opening = {
  place: { x: 0.4, y: 0.5 },
  area: { left: 0.4, top: 0.5, width: 0, height: 0 },
};

it('hides the pictures until it is known what to show first', () => {
  const { rerender } = show({ pending: true });
  const isPending = () => stage().getAttribute('data-pending') === 'true';
  expect(isPending()).toBe(true);
  rerender(<CompareTools {...pictures} opening={opening} />);
  expect([isPending(), split()]).toEqual([false, 50]);
  expect(transform()).toMatch(/translate\(-70(\.0+\d)?%, -100%\) scale\(3\)/);
});

it('keeps what the visitor has moved to before it was known what to show first', () => {
  const { rerender } = show({ pending: true });
  fireEvent.keyDown(divider(), { key: 'End' });
  rerender(<CompareTools {...pictures} opening={opening} />);
  expect([transform(), split()]).toEqual(['translate(0%, 0%) scale(1)', 100]);
});

it('leaves vertical gestures to the page until the visitor moves the picture that opened zoomed', () => {
  show({ opening });
  const opened = transform();
  const drag = (x: number, y: number) => {
    fireEvent.pointerDown(stage(), { ...touch, clientX: 180, clientY: 100 });
    fireEvent.pointerMove(stage(), { ...touch, clientX: 180 + x, clientY: 100 + y });
    fireEvent.pointerUp(stage(), touch);
  };
  expect(wheel({ deltaY: 40 }).defaultPrevented).toBe(false);
  drag(3, 30);
  fireEvent.keyDown(divider(), { key: 'ArrowLeft' });
  expect([transform(), stage().getAttribute('data-opening')]).toEqual([opened, 'true']);
  drag(30, 3);
  const moved = transform();
  expect([moved === opened, stage().getAttribute('data-opening')]).toEqual([false, null]);
  drag(3, 30);
  expect(transform()).not.toBe(moved);
  expect(wheel({ deltaY: -10 }).defaultPrevented).toBe(true);
});
