// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

const show = (onDismiss: () => void) =>
  render(
    <Dialog title="Delete?" actions={<button type="button">Cancel</button>} onDismiss={onDismiss}>
      <p>It cannot be undone.</p>
    </Dialog>,
  );

it('is open and modal while it is rendered (R15)', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const { unmount } = show(() => {});
  const dialog = screen.getByRole('dialog', { name: 'Delete?' }) as HTMLDialogElement;
  expect(showModal.mock.contexts).toEqual([dialog]);
  expect(dialog.open).toBe(true);
  unmount();
  expect(dialog.open).toBe(false);
});

it('has no empty row without actions', () => {
  render(
    <Dialog title="Done" onDismiss={() => {}}>
      <p>It is done.</p>
    </Dialog>,
  );
  expect(screen.getByRole('dialog').textContent).toBe('DoneIt is done.');
  expect(screen.getByRole('dialog').children).toHaveLength(2);
});

it('is dismissed by Escape without closing by itself', () => {
  const onDismiss = vi.fn();
  show(onDismiss);
  const dialog = screen.getByRole('dialog') as HTMLDialogElement;
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onDismiss).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
});

it('is dismissed by a tap beside it, but not by a tap inside', () => {
  const onDismiss = vi.fn();
  show(onDismiss);
  fireEvent.click(screen.getByText('It cannot be undone.'));
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('dialog'));
  expect(onDismiss).toHaveBeenCalledOnce();
});

it('is dismissed when the browser closes it', () => {
  const onDismiss = vi.fn();
  show(onDismiss);
  (screen.getByRole('dialog') as HTMLDialogElement).close();
  expect(onDismiss).toHaveBeenCalledOnce();
});

it('is not dismissed when it is unmounted', () => {
  const onDismiss = vi.fn();
  show(onDismiss).unmount();
  expect(onDismiss).not.toHaveBeenCalled();
});
