// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { keeperMachine } from '../../../machines/keeper/keeper.machine.ts';
import { overlayMachine } from '../../../machines/overlay/overlay.machine.ts';
import type { RunInput } from '../../../machines/run/run.types.ts';
import { newCard } from '../../../machines/runs/runs.cards.ts';
import { runsMachine } from '../../../machines/runs/runs.machine.ts';
import { studioMachine } from '../../../machines/studio/studio.machine.ts';
import { sampleFunction } from '../../../machines/testing/sample-offer.ts';
import { measuredRecord, photo, wish } from '../../../machines/testing/samples.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import LoadingOverlay from './loading-overlay.tsx';

/* Tests what the overlay says about the task, and the ways in which a visitor can close it. */

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

const following = (input: RunInput) =>
  runsMachine.resolveState({
    value: 'following',
    context: { cards: [newCard('run.1', input)], inHand: 'run.1', begun: 1, isWatched: true },
  });

const open = async (input?: RunInput) => {
  const runs = input ? following(input) : snapshots.runs;
  const { sent } = await renderAtRest(<LoadingOverlay />, { ...snapshots, runs });
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

const portrait = { ...wish, offered: sampleFunction('face-portrait') };
const unmeasured = { ...wish, photo: { ...photo, width: 0, height: 0 } };

it.each<[case_: string, input: RunInput, task: string]>([
  ['a known size', { from: 'photo', wish }, 'Upscale 2×, fast · 1600\u00a0×\u00a01200'],
  ['an upper limit', { from: 'photo', wish: portrait }, 'Portrait · up to 1024\u00a0×\u00a01024'],
  ['a photo of unknown size', { from: 'photo', wish: unmeasured }, 'Upscale 2×, fast'],
  ['a restored run', { from: 'record', record: measuredRecord }, 'Upscale 2×, fast'],
])(
  'names the tool, and the size of the result if it is known: %s (R16)',
  async (_, input, task) => {
    await open(input);
    expect(screen.getByRole('dialog', { description: task })).toBeDefined();
  },
);
