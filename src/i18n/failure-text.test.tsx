// @vitest-environment happy-dom
import { cleanup, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { afterEach, expect, it } from 'vitest';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { FailureText } from './failure-text.tsx';
import { createIntl } from './intl.ts';
import { ProductWordsContext } from './product-words.tsx';
import { taskErrorId } from './task-error.ts';
import { useMessageRef } from './text.tsx';

const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };

const wrapperIn =
  (locale: Locale) =>
  ({ children }: { children: ReactNode }) => (
    <ProductWordsContext value={words}>
      <RawIntlProvider value={createIntl(locale, compileMessages(locale))}>
        {children}
      </RawIntlProvider>
    </ProductWordsContext>
  );

const errorId = '3f9a01c2b7de';

afterEach(cleanup);

it.each(locales)('shows the error id of a failure of the server in %s', (locale) => {
  const failure = { reason: 'refused', code: 'internal_error', errorId };
  const { container } = render(<FailureText failure={failure} />, { wrapper: wrapperIn(locale) });
  expect(container.querySelector('.error-id')?.textContent).toMatch(/[:：]\s?3f9a01c2b7de$/);
});

it('shows no error id for a failure that the visitor can correct', () => {
  const failure = { reason: 'refused', code: 'not_an_image' };
  const { container } = render(<FailureText failure={failure} />, { wrapper: wrapperIn('en') });
  expect(container.textContent).not.toContain('Error id');
});

it('adds the error id to the text of a toast (R40)', () => {
  const { result } = renderHook(() => useMessageRef(), { wrapper: wrapperIn('en') });
  expect(result.current({ text: null, code: 'storage_full', errorId })).toMatch(
    / Error id: 3f9a01c2b7de$/,
  );
});

it.each([
  ['engine_failed', 'a'],
  ['task_expired', 'a'],
  [null, 'a'],
  ['image_damaged', undefined],
])('gives the id of a task that failed with the reason %s', (reason, id) => {
  expect(taskErrorId({ id: 'a', reason })).toBe(id);
});
