// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import type { LedgerLine } from '../../../machines/model/ledger.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { CreditLines } from './credit-lines.tsx';

/* Tests the texts of the credit history, for each kind of ledger line. */

const plain: LedgerLine = {
  id: 'line-1',
  at: '2026-11-20T12:00:00.000Z',
  kind: 'grant',
  reason: 'account.made',
  amount: 5,
  source: 'welcome',
  state: null,
  expiresAt: null,
  task: null,
  order: null,
};
const photo = { id: 'record-1', code: 'upscale-2x-fast' };

const app = createActor(appMachine, { input: { path: '/account', messages: {} } }).getSnapshot();

/** Renders a ledger line. Returns its texts without the time. */
async function read(changes: Partial<LedgerLine>) {
  const line = { ...plain, ...changes };
  await renderAtRest(<CreditLines lines={[line]} />, { app });
  const item = within(screen.getByRole('listitem'));
  const [title, details, amount] = [
    ...screen.getByRole('listitem').querySelectorAll('strong, p, b'),
  ];
  const moment = item.getByText((_, element) => element?.localName === 'time').textContent ?? '';
  return [title, details, amount].map((one) => one?.textContent?.replace(moment, '') ?? '');
}

it.each<[reason: LedgerLine['reason'], title: string]>([
  ['account.made', 'Welcome gift'],
  ['operator.granted', 'From our support'],
  ['operator.adjusted', 'Corrected by our support'],
  ['order.paid', 'Credits bought'],
  ['order.refunded', 'Refunded'],
  ['order.chargedBack', 'Payment reversed'],
  ['subscription.renewed', 'Credits from your plan'],
])('describes %s by its title alone', async (reason, title) => {
  expect(await read({ reason })).toEqual([title, '', '+5']);
});

it.each<[source: LedgerLine['source'], from: string]>([
  ['welcome', 'Welcome gift'],
  ['pack', 'Credit pack'],
  ['pass', 'Day pass'],
  ['plan', 'Plan'],
  ['operator', 'From our support'],
  ['day', 'Free credits'],
])('shows that credits of %s are over', async (source, from) => {
  const line = { kind: 'expiry' as const, reason: 'lot.expired' as const, amount: -5, source };
  expect(await read(line)).toEqual(['Expired', ` · ${from}`, '−5']);
});

it.each<[reason: LedgerLine['reason'], why: string]>([
  ['task.rejected', 'The photo couldn’t be used'],
  ['task.failed', 'It didn’t work'],
  ['task.expired', 'It took too long'],
  ['task.cancelled', 'You canceled it'],
  ['task.abandoned', 'You canceled it'],
])('shows why a photo gave its credits back after %s', async (reason, why) => {
  const line = { kind: 'release' as const, task: photo, source: 'day' as const, reason };
  expect(await read(line)).toEqual([
    'Returned: Upscale 2×, fast',
    ` · ${why} · Free credits`,
    '+5',
  ]);
});

it.each<[state: NonNullable<LedgerLine['state']>, note: string]>([
  ['reserved', 'Reserved until it’s done'],
  ['used', 'Done'],
  ['returned', 'Returned'],
])('links to the photo that credits are %s for, and names it', async (state, note) => {
  const line = { kind: 'reserve' as const, reason: 'task.started' as const, amount: -5, state };
  expect(await read({ ...line, task: photo, source: 'pack' })).toEqual([
    'Upscale 2×, fast',
    ` · ${note} · Credit pack`,
    '−5',
  ]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/result/record-1');
});

it('has no link to a deleted photo, and names it deleted if its function is unknown', async () => {
  const gone = { kind: 'reserve' as const, reason: 'task.started' as const, amount: -5 };
  const [title] = await read({ ...gone, task: { id: null, code: null } });
  expect(title).toBe('A deleted photo');
  expect(screen.queryByRole('link')).toBeNull();
});

it('opens the order that paid for credits, and shows their expiry date', async () => {
  const line = { ...plain, reason: 'order.paid', order: 'LW-ABCD-2345' } as const;
  const lines = [{ ...line, expiresAt: '2027-11-20T12:00:00.000Z' }];
  const { sent } = await renderAtRest(<CreditLines lines={lines} />, { app });
  expect(screen.getByText(/Usable until November 20, 2027/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'LW-ABCD-2345' }));
  expect(sent.mock.calls).toEqual([
    ['purchase', { type: 'order.opened', code: 'LW-ABCD-2345', intent: 'look' }],
  ]);
});
