import { expect, test } from 'vitest';
import { creditsPage } from '../../contract/credits.ts';
import { creditsFilePath } from '../../machines/model/ledger.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { newAddress, signIn, userOf } from '../accounts/accounts.fixture.ts';
import { bought, newBuyer } from '../orders/money.fixture.ts';
import { reaches, recordsPath, startWith } from '../tasks/records.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { grantCredits } from './credits.ts';

const env = { GUEST_DAILY_CREDITS: '3', WELCOME_CREDITS: '10', SIGN_INS_PER_MINUTE: '1000' };
const server = sharedTestServer({ env });

async function newUser(): Promise<{ visitor: Visitor; id: string }> {
  const visitor = server.visitor();
  const { user } = await signIn(server, visitor, newAddress());
  return { visitor, id: user.id ?? '' };
}

const creditsOf = async (visitor: Visitor, query = '') =>
  creditsPage.parse((await visitor.call('GET', `/v1/user/credits${query}`)).obj);

const fileOf = async (visitor: Visitor) =>
  await server.app.inject({
    method: 'GET',
    url: creditsFilePath,
    cookies: visitor.cookies,
    headers: { token: visitor.token },
  });

test('returns the balance with expiry, and every ledger line with its task (R70)', async () => {
  server.engine.behave(async () => 'succeed');
  const { visitor } = await newUser();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 2);
  const { balance, lots, lines, nextCursor } = await creditsOf(visitor);
  expect({ balance, nextCursor }).toEqual({ balance: 9, nextCursor: null });
  expect(lots).toMatchObject([{ source: 'welcome', balance: 9 }]);
  const task = { id, code: 'upscale-2x-fast' };
  expect(lines).toMatchObject([
    { kind: 'reserve', amount: -1, source: 'welcome', state: 'used', task, expiresAt: null },
    { kind: 'reserve', amount: -3, source: 'day', state: 'used', task },
    {
      kind: 'grant',
      amount: 10,
      reason: 'account.made',
      task: null,
      expiresAt: lots[0]?.expiresAt,
    },
  ]);
  expect((await userOf(visitor)).credits).toMatchObject({ balance: 9 });
});

test('a failed task is shown as returned, with the ledger lines of the released credits', async () => {
  server.engine.behave(async () => {
    throw new Error('the engine fails');
  });
  const { visitor } = await newUser();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 4);
  const { balance, lines } = await creditsOf(visitor);
  expect(balance).toBe(10);
  expect(lines.map(({ kind, amount, source, state }) => ({ kind, amount, source, state }))).toEqual(
    [
      { kind: 'release', amount: 3, source: 'day', state: null },
      { kind: 'release', amount: 1, source: 'welcome', state: null },
      { kind: 'reserve', amount: -1, source: 'welcome', state: 'returned' },
      { kind: 'reserve', amount: -3, source: 'day', state: 'returned' },
      { kind: 'grant', amount: 10, source: 'welcome', state: null },
    ],
  );
});

test('a ledger line of a deleted record is marked as such', async () => {
  server.engine.behave(async () => 'succeed');
  const { visitor } = await newUser();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 2);
  await visitor.call('DELETE', `${recordsPath}/${id}`);
  const { lines } = await creditsOf(visitor);
  expect(lines[0]?.task).toEqual({ id: null, code: 'upscale-2x-fast' });
});

test('is paginated, newest first, and refuses an invalid cursor', async () => {
  const { visitor, id } = await newUser();
  for (let n = 1; n <= 4; n += 1) {
    await server.database.db.transaction((tx) =>
      grantCredits(tx, {
        ownerId: id,
        amount: n,
        source: 'operator',
        kind: 'grant',
        expiresAt: null,
        cause: `gift ${n} ${id}`,
        now: server.clock.now(),
      }),
    );
  }
  const first = await creditsOf(visitor, '?limit=2');
  const second = await creditsOf(visitor, `?limit=2&cursor=${first.nextCursor}`);
  const third = await creditsOf(visitor, `?limit=2&cursor=${second.nextCursor}`);
  const amounts = [first, second, third].map(({ lines }) => lines.map(({ amount }) => amount));
  expect(amounts).toEqual([[4, 3], [2, 1], [10]]);
  expect(third.nextCursor).toBeNull();
  for (const cursor of ['-1', '0', '1e3', 'x', '9'.repeat(16)]) {
    const answer = await visitor.call('GET', `/v1/user/credits?cursor=${cursor}`);
    expect(answer.success).toBe('invalid_request');
  }
});

test('a user short of credits gets 51009, a guest daily_limit, and nothing is taken (R38, R39)', async () => {
  server.engine.behave(async () => 'succeed');
  const { visitor } = await newUser();
  const small = await photo();
  const start = async (by: Visitor) => (await by.start(await by.upload(small))).success;
  // The 13 credits pay for three tasks of 4 credits, and one credit remains.
  expect([await start(visitor), await start(visitor), await start(visitor)]).toEqual([
    '1',
    '1',
    '1',
  ]);
  await eventually(async () => expect((await creditsOf(visitor)).lines[0]?.state).toBe('used'));
  expect(await start(visitor)).toBe('51009');
  expect((await userOf(visitor)).credits?.balance).toBe(1);
  expect(await start(server.visitor())).toBe('daily_limit');
});

test('the file has every ledger line of the caller, oldest first (R70)', async () => {
  server.engine.behave(async () => 'succeed');
  const { visitor } = await newUser();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 2);
  const file = await fileOf(visitor);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toBe('attachment; filename="credits.csv"');
  expect(file.headers['cache-control']).toBe('no-store');
  const rows = file.body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(rows[0]).toEqual([
    ...['id', 'createdAt', 'kind', 'reason', 'amount', 'source', 'day', 'expiresAt'],
    ...['record', 'order'],
  ]);
  const column = (name: string) => rows.slice(1).map((row) => row[rows[0]?.indexOf(name) ?? -1]);
  expect(column('kind')).toEqual(['grant', 'reserve', 'reserve', 'commit', 'commit']);
  expect(column('amount')).toEqual(['10', '-3', '-1', '0', '0']);
  expect(column('record')).toEqual(['', id, id, id, id]);
  expect((await fileOf(server.visitor())).body.trim().split('\r\n')).toHaveLength(1);
  const forged = server.visitor();
  forged.token = 'A'.repeat(43);
  expect((await fileOf(forged)).json()).toMatchObject({ success: '10009' });
});

test('a guest has the ledger lines of the free credits', async () => {
  server.engine.behave(async () => 'succeed');
  const guest = server.visitor();
  expect(await creditsOf(guest)).toEqual({ balance: 0, lots: [], lines: [], nextCursor: null });
  expect((await userOf(guest)).credits).toBeNull();
});

test('the ledger line of a purchase has the code of its order, in the list and in the file', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const { balance, lots, lines } = await creditsOf(buyer);
  expect([balance, lots.map(({ source }) => source)]).toEqual([110, ['welcome', 'pack']]);
  expect(lines[0]).toMatchObject({ kind: 'purchase', amount: 100, source: 'pack', order: code });
  expect((await fileOf(buyer)).body).toContain(`,,${code}\r\n`);
});
