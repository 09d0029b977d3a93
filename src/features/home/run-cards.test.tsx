// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import type { RunOutcome } from '../../../machines/run/run.types.ts';
import { newCard } from '../../../machines/runs/runs.cards.ts';
import { runsMachine } from '../../../machines/runs/runs.machine.ts';
import type { RunCard } from '../../../machines/runs/runs.types.ts';
import {
  coreRejected,
  offline,
  recordOf,
  startRequest,
  wish,
} from '../../../machines/testing/samples.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { RunCards } from './run-cards.tsx';

/* Tests the cards of background runs, both unfinished and ended. */

const app = createActor(appMachine, { input: { path: '/', messages: {} } }).getSnapshot();
const card = newCard('run.1', { from: 'photo', wish });

async function open(changes: Partial<RunCard>) {
  const runs = runsMachine.resolveState({
    value: 'free',
    context: { cards: [{ ...card, ...changes }], inHand: null, begun: 1, isWatched: false },
  });
  const { sent } = await renderAtRest(<RunCards />, { app, runs });
  const item = screen.getByRole('listitem');
  const controls = [...item.querySelectorAll('a, button')].map((one) => one.textContent);
  return { sent, item, controls };
}

const ended: Record<string, RunOutcome> = {
  rejected: { kind: 'ended', record: coreRejected },
  failed: { kind: 'ended', record: recordOf('r1', 4) },
  cancelled: { kind: 'ended', record: recordOf('r1', 5) },
  limited: { kind: 'limited' },
  'failed before it had a record': { kind: 'failed', failure: offline },
  'refused because too many run': {
    kind: 'failed',
    failure: { reason: 'refused', code: 'too_many_tasks' },
  },
  'not started': { kind: 'notStarted', failure: offline, request: startRequest },
  'possibly started': { kind: 'unsure', failure: offline, request: startRequest },
};

const again = 'Try again';
const records = 'See my photos';
const close = 'Close this message';

it.each<[end: string, text: RegExp, controls: string[]]>([
  ['rejected', /The tool found nothing to change/, [close]],
  ['failed', /couldn’t be finished/, [again, close]],
  ['cancelled', /Canceled/, [close]],
  ['limited', /the free credits you have left today/, [again, close]],
  ['failed before it had a record', /couldn’t be finished/, [again, close]],
  ['refused because too many run', /too many photos in progress/, [again, close]],
  ['not started', /We couldn’t start on your photo/, [again, records, close]],
  ['possibly started', /couldn’t tell whether/, [again, records, close]],
])('shows why a run that is %s has no result, and what to do', async (end, text, expected) => {
  const { item, controls } = await open({ outcome: ended[end] as RunOutcome });
  expect(item.textContent).toMatch(/^That didn’t work/);
  expect(item.textContent).toMatch(text);
  expect(controls).toEqual(expected);
});

it('links from a run that has succeeded to its result, and dismisses the card', async () => {
  const outcome: RunOutcome = { kind: 'ended', record: recordOf('r1', 2) };
  const { item, controls, sent } = await open({ outcome });
  expect(item.textContent).toMatch(/^Your photo is ready/);
  expect(controls).toEqual(['See the result', close]);
  const link = within(item).getByRole('link', { name: 'See the result' });
  expect(link.getAttribute('href')).toBe('/result/r1');
  fireEvent.click(within(item).getByRole('button', { name: close }));
  expect(sent.mock.calls).toEqual([['runs', { type: 'card.dismissed', id: 'run.1' }]]);
});

it.each([
  ['waiting', ['Show progress', 'Try now', 'Cancel']],
  ['silent', ['Show progress', 'Try now', 'Cancel']],
  ['running', ['Show progress', 'Cancel']],
  ['cancelling', ['Show progress']],
] as const)('offers for a run while %s what helps', async (stage, expected) => {
  const view = { ...card.view, stage, fraction: 0.5, record: recordOf('r1', 1) };
  const { item, controls } = await open({ view });
  expect(controls).toEqual(expected);
  expect(within(item).getByText('49%')).toBeTruthy();
});

it('has no link to the progress of a run that is not on the server', async () => {
  const { controls } = await open({ view: { ...card.view, stage: 'uploading' } });
  expect(controls).toEqual(['Cancel']);
});

it.each<[name: string, type: string, changes: Partial<RunCard>]>([
  ['Try now', 'card.hurried', { view: { ...card.view, stage: 'waiting' } }],
  ['Cancel', 'card.cancelled', { view: { ...card.view, stage: 'waiting' } }],
  ['Try again', 'card.retried', { outcome: { kind: 'failed', failure: offline } }],
])('does for its own run, and no other, what the button says: %s', async (name, type, changes) => {
  const { item, sent } = await open(changes);
  fireEvent.click(within(item).getByRole('button', { name }));
  expect(sent.mock.calls).toEqual([['runs', { type, id: 'run.1' }]]);
});
