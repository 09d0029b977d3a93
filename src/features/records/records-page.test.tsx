// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { recordsMachine } from '../../../machines/records/records.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { member, offline } from '../../../machines/testing/samples.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { RecordsPage } from './records-page.tsx';

/* Tests the records page in the states that show no list of records: loading, failed, and empty. */

const app = createActor(appMachine, { input: { path: '/record', messages: {} } }).getSnapshot();
const session = createActor(sessionMachine).getSnapshot();
const signedIn = sessionMachine.resolveState({
  value: { known: { identity: 'signedIn' } },
  context: { user: member, token: 'token-1', leftToken: null, endedToken: '' },
});

const open = (value: 'loading' | 'empty' | 'failed', visitor = session) =>
  renderAtRest(<RecordsPage />, {
    app,
    session: visitor,
    records: recordsMachine.resolveState({
      value,
      context: {
        records: [],
        nextCursor: null,
        coming: { records: [], nextCursor: null },
        selected: [],
        removals: [],
        continuedId: null,
        failure: offline,
        watchFailure: null,
      },
    }),
  });

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
