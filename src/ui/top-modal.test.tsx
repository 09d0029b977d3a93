// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';
import { useTopModal } from './top-modal.ts';

function Page({ open }: { open: readonly string[] }) {
  const top = useTopModal();
  return (
    <main>
      <output>{top?.querySelector('h2')?.textContent ?? 'none'}</output>
      {open.map((title) => (
        <Dialog key={title} title={title} onDismiss={() => {}}>
          <p>Words</p>
        </Dialog>
      ))}
    </main>
  );
}

afterEach(cleanup);

it.each([
  ['the one below it closes first', ['Sign in'], 'Sign in'],
  ['it closes', ['Progress'], 'Progress'],
  ['both close at once', [], 'none'],
])('returns the dialog on top when %s', async (_, left, onTop) => {
  const top = () => screen.getByRole('status').textContent;
  const { rerender } = render(<Page open={[]} />);
  expect(top()).toBe('none');
  rerender(<Page open={['Progress', 'Sign in']} />);
  expect(top()).toBe('Sign in');
  // waits, because the focus moves after the task in which a dialog closes
  await act(async () => rerender(<Page open={left} />));
  expect(top()).toBe(onTop);
});
