// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { afterEach, expect, it } from 'vitest';
import type { FitObstacle } from '../../../machines/model/function-fit.ts';
import { compileMessages } from '../../../tools/build/compile-messages.ts';
import { createIntl } from '../../i18n/intl.ts';
import { ProductWordsContext } from '../../i18n/product-words.tsx';
import { useFitWords } from './use-fit-words.ts';

const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };

const wrapper = ({ children }: { children: ReactNode }) => (
  <ProductWordsContext value={words}>
    <RawIntlProvider value={createIntl('en', compileMessages('en'))}>{children}</RawIntlProvider>
  </ProductWordsContext>
);

afterEach(cleanup);

const price = { credits: 5, per: 'run' } as const;

it.each<[FitObstacle, line: RegExp, inFull: RegExp]>([
  [{ reason: 'tooSmall', minSide: 48 }, /^Needs at least 48 /, /^This photo is too small: .* 48 /],
  [
    { reason: 'tooManyPixels', pixels: 30e6, maxPixels: 12.5e6 },
    /^Works up to 12\.5 megapixels$/,
    /^This photo has 30 megapixels; .* 12\.5\.$/,
  ],
  [
    { reason: 'tooManyPixelsOfFormat', format: 'png', pixels: 30e6, maxPixels: 12.5e6 },
    /^PNG works up to 12\.5 megapixels$/,
    /^This photo has 30 megapixels\. PNG works up to 12\.5;/,
  ],
  [
    { reason: 'tooManyBytes', bytes: 40_000_000, maxBytes: 20_000_000 },
    /^Works with files up to 20 MB$/,
    /^This file is 40 MB; .* 20 MB\.$/,
  ],
  [
    { reason: 'resultTooLarge', width: 90_000, height: 9 },
    /^The result would be too large for/,
    /^The result would be too large .* Choose/,
  ],
  [
    { reason: 'tooSlow', highMs: 9e6, deadlineMs: 3.6e6 },
    /^Would take too long/,
    /^This photo would take too long/,
  ],
  [
    { reason: 'aboveAllowance', price, limit: 4 },
    /^Needs 5 credits; you get 4 a day$/,
    /^This photo needs 5 credits, more than the 4 free ones/,
  ],
  [
    { reason: 'notEnoughLeft', price, left: 2, resetsAt: '2026-11-21T00:00:00.000Z' },
    /^Needs 5 credits, available at /,
    /^This photo needs 5 credits\. You have 2 left today/,
  ],
])('gives the reason in a line, and in full: %j', (obstacle, line, inFull) => {
  const { current } = renderHook(() => useFitWords(), { wrapper }).result;
  expect(current.line(obstacle)).toMatch(line);
  expect(current.inFull(obstacle)).toMatch(inFull);
});

it('shows the word midnight instead of 12:00 AM, and other times as numbers (R39)', () => {
  const { current } = renderHook(() => useFitWords(), { wrapper }).result;
  const from = (resetsAt: Date) =>
    current.line({ reason: 'notEnoughLeft', price, left: 2, resetsAt: resetsAt.toISOString() });
  expect(from(new Date(2026, 10, 21, 0, 0))).toMatch(/available at midnight$/);
  expect(from(new Date(2026, 10, 21, 16, 0))).toMatch(/available at 4:00\sPM$/);
});

it('names the formats that a function accepts', () => {
  const { current } = renderHook(() => useFitWords(), { wrapper }).result;
  const obstacle: FitObstacle = { reason: 'unsupportedFormat', formats: ['jpg', 'png'] };
  expect(current.line(obstacle)).toMatch(/^Works with .* and PNG only$/);
  expect(current.inFull(obstacle)).toMatch(/^This tool doesn’t work with this file format\./);
});
