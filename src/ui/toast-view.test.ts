import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const styles = read('./toast-view.css');
const tokens = read('./tokens.css');

/**
 * Returns the hue of a colour in degrees, and the distance of the colour from a grey of the same
 * lightness (0 to 1).
 */
function hueOf(hex: string): { hue: number; chroma: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
  const radians = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return { hue: (radians * 180) / Math.PI, chroma: chroma / 255 };
}

const colourOf = (kind: string) =>
  hueOf(new RegExp(`--toast-${kind}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '');

it.each(['success', 'error', 'warning'])(
  'paints a toast of %s with its own colour (R18)',
  (kind) => {
    const rule = new RegExp(`\\[data-kind="${kind}"\\] \\{\\s*background: ([^;]+);`).exec(styles);
    expect(rule?.[1]).toBe(`var(--toast-${kind})`);
  },
);

it('paints every other toast as info', () => {
  expect(/\.toast \{[^&]*background: ([^;]+);/.exec(styles)?.[1]).toBe('var(--toast-info)');
});

it.each([
  ['success', 'green', 100, 170],
  ['error', 'red', -15, 12],
  ['warning', 'orange', 15, 45],
])('paints a toast of type %s %s', (kind, _name, from, to) => {
  const { hue, chroma } = colourOf(kind);
  expect(chroma).toBeGreaterThan(0.3);
  expect(hue).toBeGreaterThan(from);
  expect(hue).toBeLessThan(to);
});

it('paints an info toast grey (R18)', () => {
  expect(colourOf('info').chroma).toBeLessThan(0.1);
});
