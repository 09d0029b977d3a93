// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StateMessage } from './state-message.tsx';

afterEach(cleanup);

it('has a row of next steps only if there are any', () => {
  const { container, rerender } = render(<StateMessage title="Nothing here" />);
  const row = () => container.querySelector('.state-actions');
  expect(row()).toBeNull();
  rerender(<StateMessage title="Nothing here" actions={<a href="/">Start</a>} />);
  expect(row()?.textContent).toBe('Start');
});

it("is the page's heading unless the page has one", () => {
  const { rerender } = render(<StateMessage title="Nothing here" />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nothing here');
  rerender(<StateMessage title="Nothing here" level={2} />);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Nothing here');
});
