// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { appMachine, type ChartSnapshot } from '../../../machines/app/app.machine.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { recordsMachine } from '../../../machines/records/records.machine.ts';
import { removalsMachine } from '../../../machines/removals/removals.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { finishedRecord, member, offline } from '../../../machines/testing/samples.ts';
import { aRecord } from '../../../machines/testing/test-record.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { RecordsPage } from './records-page.tsx';

/* Tests the records page without a list of records, and with selected records. */

const app = createActor(appMachine, { input: { path: '/record', messages: {} } }).getSnapshot();
const session = createActor(sessionMachine).getSnapshot();
const signedIn = sessionMachine.resolveState({
  value: { known: { identity: 'signedIn' } },
  context: { user: member, token: 'token-1', leftToken: null, endedToken: '' },
});

const context: ChartSnapshot<'records'>['context'] = {
  tool: null,
  tools: [],
  records: [],
  nextCursor: null,
  counted: null,
  coming: { records: [], nextCursor: null },
  selected: [],
  removals: [],
  continuedId: null,
  failure: offline,
  watchFailure: null,
};

const open = (value: 'loading' | 'empty' | 'failed', visitor = session, counted: 0 | null = null) =>
  renderAtRest(<RecordsPage />, {
    app,
    session: visitor,
    records: recordsMachine.resolveState({ value, context: { ...context, counted } }),
  });

const succeeded: TaskRecord = { ...finishedRecord, id: 'succeeded' };
const cancelled = aRecord({ id: 'cancelled', dealStatus: 5 });

/** Shows a list of both records, of which some are selected. */
const select = (selected: readonly string[], removals = createActor(removalsMachine)) => {
  const records = [succeeded, cancelled];
  const value = { list: 'idle', live: 'still', renewal: 'current', selection: 'on' } as const;
  return renderAtRest(<RecordsPage />, {
    app,
    session,
    removals: removals.getSnapshot(),
    records: recordsMachine.resolveState({
      value: { listed: value },
      context: { ...context, records, selected },
    }),
  });
};

const button = (name: string) => screen.getByRole('button', { name });

const headings = () =>
  screen.getAllByRole('heading').map(({ localName, textContent }) => `${localName} ${textContent}`);

it.each([
  ['there are no records', 'empty', 'No photos yet'],
  ['they could not be loaded', 'failed', 'Your photos couldn’t be loaded'],
] as const)('shows below the heading of the page that %s', async (_, value, title) => {
  await open(value);
  expect(headings()).toEqual(['h1 My photos', `h2 ${title}`]);
});

it.each([
  ['guest', session, 'What you’ve made in this browser. No one else can see it.'],
  ['user', signedIn, 'Everything in your account, on all your devices.'],
])('shows a %s whose records these are', async (_, visitor, lead) => {
  await open('empty', visitor);
  expect(screen.getByText(lead)).toBeTruthy();
});

it('loads the records again on a press', async () => {
  const { sent } = await open('failed');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sent.mock.calls).toEqual([['records', { type: 'records.retried' }]]);
});

it('announces that the records are loading', async () => {
  await open('loading');
  expect(screen.getByRole('status').textContent).toBe('Loading your photos…');
});

it('announces that a chosen tool has no photos, but not that the visitor has none', async () => {
  await open('empty');
  expect(screen.getByRole('status').textContent).toBe('');
  cleanup();
  await open('empty', session, 0);
  expect(screen.getByRole('status').textContent).toBe('No photos');
});

it('says how many results of the selected records can be downloaded', async () => {
  await select(['succeeded', 'cancelled']);
  expect(button('Download 1 result').getAttribute('aria-disabled')).toBe('false');
  cleanup();
  await select(['cancelled']);
  expect(button('Nothing to download').getAttribute('aria-disabled')).toBe('true');
  cleanup();
  await select(['succeeded']);
  expect(button('Download').getAttribute('aria-disabled')).toBe('false');
});

it('marks the records that are being deleted, and lets the visitor delete others', async () => {
  const removals = createActor(removalsMachine).start();
  removals.send({ type: 'removals.requested', ids: ['succeeded'] });
  await select(['cancelled'], removals);
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-busy'))).toEqual([
    'true',
    'false',
  ]);
  expect(button('Delete').getAttribute('aria-disabled')).toBe('false');
  removals.stop();
});

it('ignores the second click of a double click', async () => {
  const { sent } = await select(['succeeded']);
  const [done] = screen.getAllByRole('button', { name: 'Done' });
  if (!done) throw new Error('The button is missing.');
  for (const detail of [1, 2]) fireEvent.click(done, { detail });
  expect(sent.mock.calls).toEqual([['records', { type: 'records.selectionToggled' }]]);
});

it('leaves repeated presses outside the page to the others (R19)', async () => {
  await select(['succeeded']);
  const press = vi.fn();
  document.body.addEventListener('click', press);
  fireEvent.click(document.body, { detail: 8 });
  document.body.removeEventListener('click', press);
  expect(press).toHaveBeenCalledOnce();
});
