import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migratedDatabase } from '../../../server/platform/database/testing/migrated-database.fixture.ts';
import { bugs } from './bugs.ts';
import { startHost } from './host-in-process.ts';
import { judge } from './judge.ts';
import { runMoney } from './run-money.ts';
import { createOpenSteps } from './watch.ts';

test('random schedules with servers that die conserve money and credits (R53, R70, R73, R74)', {
  timeout: 600_000,
}, async () => {
  const { dump } = await migratedDatabase();
  const host = await startHost({ dump });
  const { runs, violations } = await runMoney(host, { runs: 3, seed: 5 });
  await host.close();
  expect({ runs, violations }).toEqual({ runs: 3, violations: [] });
});

test.each(bugs.flatMap(({ name, edits = [] }) => edits.map((edit) => ({ name, ...edit }))))(
  'the text that “$name” replaces in $file occurs once',
  ({ file, from }) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(source.split(from)).toHaveLength(2);
  },
);

const empty = {
  orders: [],
  payments: [],
  refunds: [],
  plans: [],
  events: [],
  charges: [],
  givenBack: [],
  messages: [],
  lots: [],
  lines: [],
  purses: [],
  closedPurses: [],
  tasks: [],
  mails: [],
};
const at = new Date('2027-01-01T00:00:00Z');

test('the judge accepts an empty history, and reports an order that is missing', () => {
  const deps = { told: [], now: at, perDay: 8 };
  expect(judge(empty, deps)).toEqual([]);
  const told = { what: 'order', ownerId: 'a', code: 'LW-1', amount: 1, key: 'k' } as const;
  expect(judge(empty, { ...deps, told: [told] })).toEqual([
    'the answer order of LW-1 is wrong: there is no such order',
  ]);
  const other = { ...told, code: 'LW-2' };
  expect(judge(empty, { ...deps, told: [told, other] })).toContain('the k of a made two orders');
});

test('a hanging step is reported: one that has begun and not ended, with its origin', async () => {
  const { during, list } = createOpenSteps();
  let end = () => {};
  const open = during('sweep', () => new Promise<void>((resolve) => (end = resolve)));
  expect(list()).toEqual([expect.stringMatching(/^sweep, for 0 s\n.*money\.deep\.test/s)]);
  end();
  await open;
  expect(list()).toEqual([]);
});
