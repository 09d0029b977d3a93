// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Brush from './brush.tsx';
import type { BrushStroke } from './brush-line.ts';

const words = {
  area: 'Photo',
  keys: 'Arrow keys move',
  status: 'Draw',
  mode: 'Mode',
  adds: 'Add',
  removes: 'Remove',
  size: 'Size',
  sizeValue: (percent: number) => `${percent} %`,
  undo: 'Undo',
  clear: 'Clear',
};

let strokes: readonly BrushStroke[] = [];

function Drawing() {
  const [value, setValue] = useState<readonly BrushStroke[]>([]);
  strokes = value;
  return (
    <Brush
      src="/photo.jpg"
      ratio={2}
      result={null}
      isCurrent={false}
      strokes={value}
      words={words}
      onChange={setValue}
    />
  );
}

const area = () => screen.getByRole('application', { name: 'Photo' });
const lines = () => document.querySelectorAll('polyline');

beforeEach(() => {
  const box = { left: 10, top: 20, width: 400, height: 200 } as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
  render(<Drawing />);
});

afterEach(cleanup);

const pointer = (type: 'Down' | 'Move' | 'Up' | 'Cancel', x = 0, y = 0, more = {}) =>
  fireEvent[`pointer${type}`](area(), {
    clientX: 10 + x,
    clientY: 20 + y,
    isPrimary: true,
    button: 0,
    ...more,
  });

it('turns the path of the pointer into a stroke when the pointer is lifted', () => {
  pointer('Down', 40, 20);
  pointer('Move', 200, 20);
  pointer('Move', 200, 120);
  expect([strokes.length, lines().length]).toEqual([0, 1]);
  pointer('Up', 200, 120);
  expect(strokes).toEqual([
    {
      adds: true,
      radius: 0.03,
      points: [
        [0.1, 0.1],
        [0.5, 0.1],
        [0.5, 0.6],
      ],
    },
  ]);
});

it('draws nothing for a second finger, another mouse button or a cancelled touch', () => {
  pointer('Down', 40, 20, { isPrimary: false });
  pointer('Up', 40, 20);
  pointer('Down', 40, 20, { button: 2 });
  pointer('Up', 40, 20);
  pointer('Down', 40, 20);
  pointer('Cancel', 60, 20);
  pointer('Up', 60, 20);
  expect(strokes).toEqual([]);
});

it('draws with the arrow keys while the space bar is held', () => {
  fireEvent.click(screen.getByRole('radio', { name: 'Remove' }));
  fireEvent.change(screen.getByRole('slider', { name: 'Size' }), { target: { value: '20' } });
  area().focus();
  fireEvent.keyDown(area(), { key: 'ArrowLeft' });
  fireEvent.keyDown(area(), { key: ' ' });
  fireEvent.keyDown(area(), { key: ' ', repeat: true });
  fireEvent.keyDown(area(), { key: 'ArrowLeft' });
  fireEvent.keyUp(area(), { key: ' ' });
  expect(strokes).toEqual([
    {
      adds: false,
      radius: 0.1,
      points: [
        [0.45, 0.5],
        [0.4, 0.5],
      ],
    },
  ]);
});

it('takes back the last stroke or all strokes, and then focuses the picture', () => {
  for (const x of [40, 80, 120]) {
    pointer('Down', x, 20);
    pointer('Up', x, 20);
  }
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(strokes).toHaveLength(2);
  fireEvent.keyDown(area(), { key: 'z', ctrlKey: true });
  expect(strokes).toHaveLength(1);
  screen.getByRole('button', { name: 'Clear' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect([strokes.length, screen.queryByRole('button')]).toEqual([0, null]);
  return vi.waitFor(() => expect(document.activeElement).toBe(area()));
});
