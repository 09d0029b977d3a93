// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { keeperMachine } from '../../../machines/keeper/keeper.machine.ts';
import { overlayMachine } from '../../../machines/overlay/overlay.machine.ts';
import { runsMachine } from '../../../machines/runs/runs.machine.ts';
import { studioMachine } from '../../../machines/studio/studio.machine.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import LoadingOverlay from './loading-overlay.tsx';

/* Tests the ways in which a visitor can close the overlay. */

const snapshots = {
  app: createActor(appMachine, { input: { path: '/', messages: {} } }).getSnapshot(),
  keeper: createActor(keeperMachine).getSnapshot(),
  runs: createActor(runsMachine).getSnapshot(),
  studio: createActor(studioMachine).getSnapshot(),
  overlay: overlayMachine.resolveState({
    value: { open: { sight: 'shown', progress: 'climbing', tips: 'first' } },
    context: { showsCounter: true, percent: 40, elapsedMs: 1000, measured: null },
  }),
};

const open = async () => {
  const { sent } = await renderAtRest(<LoadingOverlay />, snapshots);
  const dialog = screen.getByRole('dialog') as HTMLDialogElement;
  return { sent, dialog };
};

const left = ['overlay', { type: 'overlay.left' }];

it('uncovers the page on Escape without closing by itself (R16)', async () => {
  const { sent, dialog } = await open();
  const request = new Event('cancel', { cancelable: true });
  fireEvent(dialog, request);
  expect(sent.mock.calls).toEqual([left]);
  expect(request.defaultPrevented).toBe(true);
  expect(dialog.open).toBe(true);
});

it('uncovers the page when the browser closes the overlay', async () => {
  const { sent, dialog } = await open();
  dialog.close();
  expect(sent.mock.calls).toEqual([left]);
});

it('uncovers the page on a press', async () => {
  const { sent } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Continue in the background' }));
  expect(sent.mock.calls).toEqual([left]);
});

it('closes, and sends nothing, when it is unmounted', async () => {
  const { sent, dialog } = await open();
  cleanup();
  expect(dialog.open).toBe(false);
  expect(sent.mock.calls).toEqual([]);
});
