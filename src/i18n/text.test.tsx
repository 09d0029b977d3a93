// @vitest-environment happy-dom

import { parse } from '@formatjs/icu-messageformat-parser';
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { afterEach, expect, it } from 'vitest';
import { createIntl } from './intl.ts';
import type { MessageId } from './message-id.ts';
import { ProductWordsContext } from './product-words.tsx';
import { Text, useMessageRef, useText } from './text.tsx';

const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };

const messages = Object.fromEntries(
  Object.entries({
    plain: 'Hello',
    named: 'Write to {email}, says {name}',
    count: '{count, plural, =0 {none} one {# photo} other {# photos}}',
    rich: 'Read <link>the <b>terms</b></link> of {product}',
    day: '{at, date, long}',
  }).map(([id, message]) => [id, parse(message, { captureLocation: false })]),
);

const id = (name: string) => name as MessageId;

function wrapperIn(locale: 'en' | 'de') {
  return ({ children }: { children: ReactNode }) => (
    <ProductWordsContext value={words}>
      <RawIntlProvider value={createIntl(locale, messages)}>{children}</RawIntlProvider>
    </ProductWordsContext>
  );
}

const textIn = (locale: 'en' | 'de') =>
  renderHook(() => useText(), { wrapper: wrapperIn(locale) }).result.current;

afterEach(cleanup);

it('fills in values, and the product words by default', () => {
  const t = textIn('en');
  expect(t(id('plain'))).toBe('Hello');
  expect(t(id('named'), { name: 'Ada' })).toBe('Write to e@example.com, says Ada');
});

it('follows the plurals, numbers and dates of the language', () => {
  const counts = [0, 1, 1234];
  expect(counts.map((count) => textIn('en')(id('count'), { count }))).toEqual([
    'none',
    '1 photo',
    '1,234 photos',
  ]);
  expect(textIn('de')(id('count'), { count: 1234 })).toBe('1.234 photos');
  expect(textIn('de')(id('day'), { at: new Date(2026, 10, 20) })).toBe('20. November 2026');
});

it('renders the tags of a message as elements', () => {
  const values = {
    link: (chunks: ReactNode) => <a href="/terms">{chunks}</a>,
    b: (chunks: ReactNode) => <b>{chunks}</b>,
  };
  render(<Text id={id('rich')} values={values} />, { wrapper: wrapperIn('en') });
  expect(screen.getByRole('link').innerHTML).toBe('the <b>terms</b>');
  expect(document.body.textContent).toBe('Read the terms of Lightwell');
});

it('formats a message of a chart, and repeats the text of the server', () => {
  const { result } = renderHook(() => useMessageRef(), { wrapper: wrapperIn('en') });
  expect(result.current({ id: 'count', values: { count: 2 } })).toBe('2 photos');
  expect(result.current({ text: 'As it was said', code: 'x' })).toBe('As it was said');
});

it('throws for a missing message', () => {
  expect(() => textIn('de')(id('nothing'))).toThrow('Missing message: "nothing" for locale "de"');
});

it('formats numbers, dates and lists', () => {
  const { formatDate, formatList, formatNumber } = createIntl('de', messages);
  expect(formatNumber(1234.5)).toBe('1.234,5');
  expect(formatNumber(0.5, { style: 'percent' })).toBe('50\u00a0%');
  expect(formatDate('2026-11-20', { dateStyle: 'long', timeZone: 'UTC' })).toBe(
    '20. November 2026',
  );
  expect(formatList(['a', 'b'], { type: 'conjunction' })).toBe('a und b');
});
