// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { readDebugSigns } from '../../adapters/debug-console/read-debug-signs.ts';
import DebugConsole, { type ConsoleProps } from './debug-console.tsx';

afterEach(cleanup);

const show = (changes: Partial<ConsoleProps> = {}) => {
  const send = vi.fn();
  const props: ConsoleProps = {
    isOpen: true,
    view: 'cookies',
    content: { kind: 'rows', rows: [{ name: 'lightwell_lang', value: 'de', note: '' }] },
    report: 'idle',
    send,
    attributes: { 'data-actor': 'debugConsole', 'data-state': 'shown' },
    ...changes,
  };
  render(<DebugConsole {...props} />);
  return send;
};

it('has a tab for each view and shows the rows of the chosen one', () => {
  show();
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
  expect(tabs).toEqual(['Cookies', 'Local storage', 'Actors', 'Events', 'Calls', 'Build']);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Cookies');
  expect(within(screen.getByRole('tabpanel')).getByText('lightwell_lang')).toBeDefined();
});

it.each([
  ['cookies', 'ArrowLeft', 'build'],
  ['cookies', 'ArrowRight', 'localStorage'],
  ['build', 'ArrowRight', 'cookies'],
] as const)('moves from the tab %s with %s to %s', (view, key, next) => {
  const send = show({ view });
  // checks that preventDefault is called, because the key would otherwise scroll the page as well
  const isLeftToPage = fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key });
  expect(isLeftToPage).toBe(false);
  expect(send).toHaveBeenCalledWith({ type: 'debugConsole.viewChosen', view: next });
  expect(document.activeElement?.id).toBe(`debug-console-${next}`);
});

it('leaves other keys to the page', () => {
  const send = show();
  const tab = screen.getByRole('tab', { selected: true });
  expect(fireEvent.keyDown(tab, { key: 'ArrowDown' })).toBe(true);
  expect(send).not.toHaveBeenCalled();
});

it('is one stop for the Tab key: the chosen tab', () => {
  show({ view: 'events' });
  const stops = screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map(({ textContent }) => textContent)).toEqual(['Events']);
});

it.each([
  [true, ['']],
  [false, []],
])('gives the page space below only while it is open, over its end (%s)', (isOpen, spaces) => {
  show({ isOpen });
  const aside = screen.getByRole('complementary', { name: 'Debug console' });
  const others = [...(aside.parentElement?.children ?? [])].filter((one) => one !== aside);
  expect(others.map(({ textContent }) => textContent)).toEqual(spaces);
});

it('shows the view whose tab is pressed, and can be minimised', () => {
  const send = show();
  fireEvent.click(screen.getByRole('tab', { name: 'Calls' }));
  fireEvent.click(screen.getByRole('button', { name: 'Shrink to a line' }));
  const events = [
    { type: 'debugConsole.viewChosen', view: 'calls' },
    { type: 'debugConsole.collapsed' },
  ];
  expect(send.mock.calls.flat()).toEqual(events);
});

it('is a single line when it is minimised', () => {
  const send = show({ isOpen: false });
  fireEvent.click(screen.getByRole('button', { name: 'Debug console' }));
  expect(send).toHaveBeenCalledWith({ type: 'debugConsole.expanded' });
  expect(screen.queryByRole('tabpanel')).toBeNull();
});

it('shows why a production build cannot show actors', () => {
  show({ view: 'actors', content: { kind: 'unavailable' } });
  expect(screen.getByRole('tabpanel').textContent).toContain('a production build has no tap');
});

it.each([
  ['idle', 'Copy bug report'],
  ['copied', 'Copied'],
  ['refused', 'It could not be copied'],
] as const)('shows the outcome of the report (%s)', (report, words) => {
  const send = show({ report });
  fireEvent.click(screen.getByRole('button', { name: words }));
  expect(send).toHaveBeenCalledWith({ type: 'debugConsole.reportRequested' });
});

it.each([
  ['lightwell_debug=1', true],
  ['a=b; lightwell_debug=1; c=d', true],
  ['lightwell_debug=0', false],
  ['my_lightwell_debug=1', false],
  ['', false],
])('reads the flag from the cookies "%s": %s', (cookie, flagged) => {
  expect(readDebugSigns('production', cookie)).toEqual({ runEnv: 'production', flagged });
});
