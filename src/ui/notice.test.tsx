// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Icon, type IconName } from './icons.tsx';
import { Notice } from './notice.tsx';

afterEach(cleanup);

const drawn = (element: Element) => element.querySelector('svg')?.outerHTML;
const icon = (name: IconName) => drawn(render(<Icon name={name} />).container);

it.each([
  ['info', 'info'],
  ['good', 'info'],
  ['warn', 'warning'],
  ['bad', 'warning'],
] as const)('shows the tone %s with the icon %s', (tone, name) => {
  expect(drawn(render(<Notice tone={tone} title="News" />).container)).toBe(icon(name));
});

it("shows a given icon in place of the tone's icon", () => {
  expect(drawn(render(<Notice tone="warn" icon="offline" />).container)).toBe(icon('offline'));
});

it('is announced only if it appears by itself', () => {
  const { rerender } = render(<Notice>News</Notice>);
  expect(screen.queryByRole('status')).toBeNull();
  rerender(<Notice live>News</Notice>);
  expect(screen.getByRole('status').textContent).toBe('News');
});
