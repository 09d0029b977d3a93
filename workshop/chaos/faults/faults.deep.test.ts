import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLauncher, ServerEnded } from '../harness/launcher.ts';
import type { Kept } from '../harness/messages.ts';
import { createProcessHost } from '../harness/process-host.ts';
import { judge } from './judge.ts';
import { runFaults } from './run-faults.ts';
import type { Errand } from './visitor.ts';

const key = 'uploads/a.png';
const results = ['result', 'before', 'after', 'thumbnail'].map((name) => `records/a/${name}.webp`);

const errand: Errand = {
  idempotencyKey: 'key',
  fileKey: key,
  id: 'a',
  isStored: true,
  isAsked: true,
  isDone: true,
};

type Line = Kept['lines'][number];

/** A task's ledger line. Its source is the daily allowance, or a lot. */
const line = (kind: Line['kind'], amount: number, lotId: string | null = null): Line => ({
  id: 1,
  purseId: 'purse',
  kind,
  reason: 'task.started',
  taskId: 'a',
  lotId,
  cause: null,
  amount,
  day: lotId ? null : '2027-01-01',
  createdAt: new Date(0),
});

const reserve = line('reserve', -4);
const commit = line('commit', 0);

/** The ledger and rows of one task that has a result and was charged once. */
const kept = (change: Partial<Kept> = {}, task: Partial<Kept['tasks'][number]> = {}): Kept => ({
  tasks: [
    {
      id: 'a',
      idempotencyKey: 'key',
      status: 2,
      credits: 4,
      results,
      deletedAt: null,
      filesRemoved: false,
      crashes: 0,
      ...task,
    },
  ],
  lines: [reserve, commit],
  lots: [],
  uploads: [{ key, state: 'used' }],
  halfOwners: [],
  mails: [],
  delivered: [],
  files: [key, ...results],
  temporary: [],
  ...change,
});

const lot: Kept['lots'][number] = {
  id: 'lot',
  purseId: 'purse',
  source: 'welcome',
  cause: 'welcome:owner',
  orderId: null,
  expiresAt: null,
  promisedUntil: null,
  expiredAt: null,
  createdAt: new Date(0),
};
const grant: Line = { ...line('grant', 10, 'lot'), taskId: null };
const withLot = (...lines: Line[]) => kept({ lots: [lot], lines: [reserve, commit, ...lines] });

describe('the judge', () => {
  test('accepts ledger lines in any order', () => {
    expect(judge([errand], kept({ lines: [commit, reserve] })).doubled).toEqual([]);
  });

  test('accepts a task whose credits come from two sources', () => {
    const fromLot = [grant, line('reserve', -1, 'lot'), line('commit', 0, 'lot')];
    const lines = [{ ...reserve, amount: -3 }, commit, ...fromLot];
    expect(judge([errand], kept({ lots: [lot], lines })).doubled).toEqual([]);
  });

  test('accepts a correct state', () => {
    expect(judge([errand], kept())).toEqual({ lost: [], doubled: [], orphans: [] });
  });

  test.each<[string, keyof ReturnType<typeof judge>, Errand, Kept]>([
    ['a start without a record', 'lost', errand, kept({}, { id: 'other' })],
    ['an upload without a row', 'lost', errand, kept({ uploads: [] })],
    ['a task that never ends', 'lost', errand, kept({}, { status: 1 })],
    ['a cancelled task with a result', 'lost', { ...errand, isCancelled: true }, kept()],
    ['a shown result that is gone', 'lost', errand, kept({}, { status: 4 })],
    ['a deleted record', 'lost', { ...errand, deletion: 'acknowledged' }, kept()],
    ['a second task', 'doubled', errand, kept({ tasks: [...kept().tasks, ...kept().tasks] })],
    ['a second reservation', 'doubled', errand, kept({ lines: [reserve, reserve, commit] })],
    ['a result for nothing', 'doubled', errand, kept({ lines: [reserve] })],
    ['a charge without a result', 'doubled', errand, kept({}, { status: 5 })],
    [
      'a reservation that never ends',
      'doubled',
      errand,
      kept({ lines: [reserve, commit, line('reserve', -4, 'lot')] }),
    ],
    ['a price that was not taken', 'doubled', errand, kept({}, { credits: 5 })],
    ['a grant without an origin', 'doubled', errand, withLot()],
    ['a lot that was granted twice', 'doubled', errand, withLot(grant, grant)],
    [
      'a lot with a negative balance',
      'doubled',
      errand,
      withLot(grant, line('expiry', -11, 'lot')),
    ],
    [
      'a second welcome',
      'doubled',
      errand,
      kept({ lots: [lot, { ...lot, id: 'other' }], lines: [reserve, commit, grant] }),
    ],
    ['a line without a task', 'doubled', errand, kept({ tasks: [] })],
    ['a file without a row', 'orphans', errand, kept({ files: [key, ...results, 'uploads/b'] })],
    ['a row without its file', 'orphans', errand, kept({ files: results })],
    ['an owner without a purse', 'orphans', errand, kept({ halfOwners: ['owner'] })],
    [
      'an upload that stays half',
      'orphans',
      errand,
      kept({ uploads: [{ key, state: 'receiving' }] }),
    ],
    ['a temporary file', 'orphans', errand, kept({ temporary: ['task-a'] })],
    ['files of a deleted record', 'orphans', errand, kept({}, { deletedAt: new Date(0) })],
  ])('finds %s', (_what, kind, told, found) => {
    expect(judge([told], found)[kind]).not.toEqual([]);
  });
});

const letter = { idempotencyKey: 'k', email: 'k@example.org', isAcknowledged: true };
const mailed = (...texts: string[]) => kept({ delivered: texts.map((text) => ({ text })) });

describe('for messages to the support the judge', () => {
  test.each<[string, 'lost' | 'doubled' | null, Kept]>([
    ['nothing where both mails arrived', null, mailed('k', 'k')],
    ['one that was never mailed', 'lost', mailed()],
    ['one without its receipt', 'lost', mailed('k', 'other')],
    ['one that was mailed twice', 'doubled', mailed('k', 'k', 'k')],
    [
      'a mail that stays',
      'lost',
      { ...mailed('k', 'k'), mails: [{ cause: 'c', state: 'sending' }] },
    ],
  ])('finds %s', (_what, kind, found) => {
    const verdict = judge([errand], found, [letter]);
    for (const each of ['lost', 'doubled'] as const) {
      expect([each, verdict[each].length > 0]).toEqual([each, each === kind]);
    }
  });

  test('expects no mail for a message that was not acknowledged, or is too old', () => {
    const others = [
      { ...letter, isAcknowledged: false },
      { ...letter, isSwept: true },
    ];
    expect(judge([errand], mailed(), others)).toMatchObject({ lost: [], doubled: [] });
  });
});

test('a server that ends by itself does not count as killed', async () => {
  const launcher = await createLauncher();
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-faults-'));
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  const place = { directory, databaseUrl, engine: 'fake' } as const;
  const host = createProcessHost({ launcher, place, deaths: new Map() });
  const started = host.revive();
  await expect(started).rejects.toThrow(ServerEnded);
  await expect(started).rejects.toThrow('ECONNREFUSED');
  const killed = host.dieInStart({ point: 'task.claimed', passes: 0 }, 'start');
  await expect(killed).rejects.toThrow(ServerEnded);
  expect(host.deaths).toEqual(new Map());
  await launcher.close();
  await rm(directory, { recursive: true });
});

test('nothing is lost, charged twice or left over after the server is killed (R70, R71, R76)', {
  timeout: 600_000,
}, async () => {
  const found = await runFaults({ runs: 5, seed: 8 }, () => {});
  expect({ runs: found.runs, violations: found.violations }).toEqual({ runs: 5, violations: [] });
});
