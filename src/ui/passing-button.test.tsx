// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PassingButton } from './passing-button.tsx';

afterEach(cleanup);

const nextFocus = createRef<HTMLHeadingElement>();

const page = (withButton: boolean) => (
  <main>
    <h2 ref={nextFocus} tabIndex={-1}>
      Waiting
    </h2>
    <button type="button">Other</button>
    {withButton && <PassingButton nextFocus={nextFocus}>Try now</PassingButton>}
  </main>
);

it.each([
  ['passes the focus on when it is removed while focused', 'Try now', 'Waiting'],
  ['leaves the focus where it is elsewhere', 'Other', 'Other'],
])('%s', async (_, focused, after) => {
  const { rerender } = render(page(false));
  screen.getByText('Other').focus();
  rerender(page(true));
  expect(document.activeElement?.textContent).toBe('Other');
  screen.getByText(focused).focus();
  await act(async () => rerender(page(false)));
  expect(document.activeElement?.textContent).toBe(after);
});
