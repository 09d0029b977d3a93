// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { useTabTitle } from './use-tab-title.ts';

function Title({ words }: { words: string | null }) {
  useTabTitle(words);
  return null;
}

beforeEach(() => {
  document.title = 'Home';
});
afterEach(cleanup);

it("shows its text, even if the page's title changes, and restores the last title", async () => {
  const { rerender } = render(<Title words={null} />);
  expect(document.title).toBe('Home');
  rerender(<Title words="40 %" />);
  expect(document.title).toBe('40 %');
  rerender(<Title words="80 %" />);
  document.title = 'Records';
  await eventually(() => expect(document.title).toBe('80 %'));
  rerender(<Title words={null} />);
  expect(document.title).toBe('Records');
});

it('shows the title of the component mounted last', async () => {
  const progress = render(<Title words="40 %" />);
  const error = render(<Title words="Something went wrong" />);
  progress.rerender(<Title words="80 %" />);
  expect(document.title).toBe('Something went wrong');
  document.title = 'Records';
  await eventually(() => expect(document.title).toBe('Something went wrong'));
  error.unmount();
  expect(document.title).toBe('80 %');
  progress.unmount();
  expect(document.title).toBe('Records');
});

it('does not change the title after it is unmounted', async () => {
  render(<Title words="40 %" />).unmount();
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => resolve());
  observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  document.title = 'Records';
  await seen;
  observer.disconnect();
  expect(document.title).toBe('Records');
});
