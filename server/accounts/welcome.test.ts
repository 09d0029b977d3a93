import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { creditLines, creditLots, purses } from '../credits/credits.schema.ts';
import { grantCredits } from '../credits/credits.ts';
import { balancesOf, ledgerOf } from '../credits/purse.fixture.ts';
import { owners } from '../owners/owners.schema.ts';
import { startWith } from '../tasks/records.fixture.ts';
import type { TestServer } from '../testing/server.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { createVisitor, photo, type Visitor } from '../testing/visitor.fixture.ts';
import {
  askForCode,
  codePath,
  day,
  enter,
  mailTo,
  minute,
  newAddress,
  signIn,
  userOf,
} from './accounts.fixture.ts';
import { welcomedAddresses } from './accounts.schema.ts';

const env = { GUEST_DAILY_CREDITS: '1000', CODES_PER_SUBNET: '1000', SIGN_INS_PER_MINUTE: '1000' };
const server = sharedTestServer({ env: { ...env, WELCOME_CREDITS: '30' } });
const sessionPath = '/v1/user-session/email';

async function signUp(email = newAddress(), visitor = server.visitor()) {
  const { user } = await signIn(server, visitor, email);
  server.clock.advance(minute);
  return { visitor, email, id: user.id ?? '' };
}

/** Requests all codes first, then signs up concurrently. */
async function signUpAtOnce(
  there: TestServer,
  count: number,
  make: (n: number) => { visitor: Visitor; email: string },
) {
  const coming = [];
  for (let n = 0; n < count; n += 1) {
    const { visitor, email } = make(n);
    coming.push({ visitor, email, code: (await askForCode(there, visitor, email)).code });
  }
  return await Promise.all(
    coming.map(async ({ visitor, email, code }) => {
      const answer = await visitor.call('POST', sessionPath, { email, code });
      return enter(visitor, answer).user;
    }),
  );
}

/** Requests a code of a type that only users may request. */
async function askAsUser(visitor: Visitor, email: string, type: string, there = server) {
  there.clock.advance(minute);
  expect((await visitor.call('GET', codePath(email, type))).success).toBe('1');
}

async function deleteAccount(visitor: Visitor, email: string, there = server) {
  await askAsUser(visitor, email, 'deleteAccount', there);
  const { code } = mailTo(there, email, 'deleteCode');
  expect((await visitor.call('POST', '/v1/user/delete', { code })).success).toBe('1');
  there.clock.advance(minute);
}

async function changeAddress(visitor: Visitor, email: string, next: string) {
  await askAsUser(visitor, next, 'changeEmail');
  const body = {
    email: next,
    code: mailTo(server, next, 'changeEmailCode').code,
    currentCode: mailTo(server, email, 'changeEmailCode').code,
  };
  expect((await visitor.call('POST', '/v1/user/email', body)).success).toBe('1');
  server.clock.advance(minute);
}

const welcomesOf = async (id: string) =>
  (await ledgerOf(server.database.db, id)).filter((line) => line.startsWith('grant'));

describe('the welcome', () => {
  test('is granted with the account, is usable for a year and is reported in the answer', async () => {
    const { visitor, id } = await signUp();
    expect(await welcomesOf(id)).toEqual([`grant 30 welcome:${id}`]);
    const { credits } = await userOf(visitor);
    expect(credits).toMatchObject({ balance: 30, expiresNext: { amount: 30 } });
    const left = Date.parse(credits?.expiresNext?.at ?? '') - server.clock.now().getTime();
    expect(Math.ceil(left / day)).toBe(365);
  });

  test('is granted once: not at a later sign-in, and not for a merged guest', async () => {
    const { email, id } = await signUp();
    const other = server.visitor();
    await startWith(other, await photo());
    await signIn(server, other, email);
    server.clock.advance(minute);
    await signIn(server, server.visitor(), email);
    expect(await welcomesOf(id)).toEqual([`grant 30 welcome:${id}`]);
    expect((await userOf(other)).credits?.balance).toBe(30);
  });

  test('is granted once when two tabs sign up concurrently', async () => {
    const email = newAddress();
    const tabs = [server.visitor(), server.visitor()];
    const [first] = tabs;
    if (!first) throw new Error('Expected two answers.');
    const { code, link } = await askForCode(server, first, email);
    const token = link.split('#direct=')[1] ?? '';
    const answers = await Promise.all([
      tabs[0]?.call('POST', sessionPath, { email, code }),
      tabs[1]?.call('POST', '/v1/user-session/email/direct', { token }),
    ]);
    const entered = answers.find((answer) => answer?.success === '1');
    if (!entered) throw new Error('Expected a successful sign-in.');
    const { user } = enter(first, entered);
    expect(await welcomesOf(user.id ?? '')).toHaveLength(1);
  });

  test('is not granted again to an address whose account was deleted within a year', async () => {
    const { visitor, email, id } = await signUp();
    await deleteAccount(visitor, email);
    const again = await signUp(email);
    expect(again.id).not.toBe(id);
    expect(await welcomesOf(again.id)).toEqual([]);
    expect((await userOf(again.visitor)).credits).toEqual({ balance: 0, expiresNext: null });
    const rows = await server.database.db.select().from(welcomedAddresses);
    expect(JSON.stringify(rows)).not.toContain(email.split('@')[0]);
    // The year begins with the account that got the welcome credits, not with this account.
    await deleteAccount(again.visitor, email);
    server.clock.advance(365 * day);
    await server.sweep();
    expect(await server.database.db.select().from(welcomedAddresses)).toEqual([]);
    expect(await welcomesOf((await signUp(email)).id)).toHaveLength(1);
  });

  test('is not granted to the former address of a welcomed account', async () => {
    const { visitor, email } = await signUp();
    await changeAddress(visitor, email, newAddress());
    expect(await welcomesOf((await signUp(email)).id)).toEqual([]);
  });

  test('is granted once for all spellings of a mailbox', async () => {
    await signUp('mia.tagged@example.com');
    const tagged = await signUp('mia.tagged+photos@example.com');
    expect(await welcomesOf(tagged.id)).toEqual([]);
    await signUp('mia.dotted@gmail.com');
    const dotted = await signUp('miadotted+1@googlemail.com');
    expect(await welcomesOf(dotted.id)).toEqual([]);
    const other = await signUp('miatagged@example.com');
    expect(await welcomesOf(other.id)).toHaveLength(1);
  });

  test('is granted once when spellings of a mailbox sign up concurrently', async () => {
    const entrants = await signUpAtOnce(server, 9, (n) => ({
      visitor: server.visitor(),
      email: `mia.at-once+${n}@example.com`,
    }));
    expect(entrants.filter(({ credits }) => credits?.balance === 30)).toHaveLength(1);
  });

  test('is not granted to the new address of an account in another spelling', async () => {
    const { visitor, email } = await signUp();
    const next = newAddress();
    await changeAddress(visitor, email, next);
    const tagged = await signUp(next.replace('@', '+2@'));
    expect(await welcomesOf(tagged.id)).toEqual([]);
  });
});

describe('free credits of the first day', () => {
  const freeOf = async (visitor: Visitor) => {
    const { allowance } = await userOf(visitor);
    return (allowance?.limit ?? 0) - (allowance?.used ?? 0);
  };

  test('are not renewed for a mailbox that deleted its account on the same day', async () => {
    const { visitor, email } = await signUp();
    await deleteAccount(visitor, email);
    const again = await signUp(email.replace('@', '+again@'));
    expect(await freeOf(again.visitor)).toBe(0);
    const refused = await again.visitor.start(await again.visitor.upload(await photo()));
    expect(refused.success).toBe('51009');
    server.clock.advance(day);
    expect(await freeOf(again.visitor)).toBe(1000);
  });

  test('are granted to an address that is reused on another day', async () => {
    const { visitor, email } = await signUp();
    await deleteAccount(visitor, email);
    server.clock.advance(day);
    expect(await freeOf((await signUp(email)).visitor)).toBe(1000);
  });
});

describe('accounts beyond the limit of new visitors of one subnet', () => {
  const crowded = sharedTestServer({
    env: { ...env, WELCOME_CREDITS: '30', NEW_GUESTS_PER_ADDRESS: '2' },
  });

  const signUpFromHere = async (visitor: Visitor) => {
    const { user } = await signIn(crowded, visitor, newAddress());
    crowded.clock.advance(minute);
    return user;
  };

  test('have neither welcome nor free credits on their first day, and free credits on the next', async () => {
    const visitors = Array.from({ length: 4 }, () => createVisitor(crowded, '10.9.0.1'));
    const users = [];
    for (const visitor of visitors) users.push(await signUpFromHere(visitor));
    expect(users.map(({ credits }) => credits?.balance)).toEqual([30, 30, 0, 0]);
    expect(users.map(({ allowance }) => allowance?.limit)).toEqual([1000, 1000, 0, 0]);
    crowded.clock.advance(day);
    const [, , third] = visitors;
    expect(third && (await userOf(third)).allowance?.limit).toBe(1000);
  });

  test('are counted correctly when all sign up concurrently', async () => {
    const users = await signUpAtOnce(crowded, 8, () => ({
      visitor: createVisitor(crowded, '10.9.0.3'),
      email: newAddress(),
    }));
    const sum = (of: (user: (typeof users)[number]) => number | undefined) =>
      users.reduce((total, user) => total + (of(user) ?? 0), 0);
    expect(sum(({ credits }) => credits?.balance)).toBe(2 * 30);
    expect(sum(({ allowance }) => allowance?.limit)).toBe(2 * 1000);
  });

  test('are counted together with accounts deleted on the same day', async () => {
    const balances = [];
    for (let n = 0; n < 3; n += 1) {
      const [visitor, email] = [createVisitor(crowded, '10.9.0.4'), newAddress()];
      const { user } = await signIn(crowded, visitor, email);
      balances.push(user.credits?.balance);
      await deleteAccount(visitor, email, crowded);
    }
    expect(balances).toEqual([30, 30, 0]);
    // The counted rows contain no personal data, and are removed after one day.
    crowded.clock.advance(day);
    await crowded.sweep();
    const { db } = crowded.database;
    expect(await db.select().from(owners).where(isNotNull(owners.closedAt))).toEqual([]);
  });

  test('stay with a guest who signs up', async () => {
    const [first, second] = [
      createVisitor(crowded, '10.9.0.2'),
      createVisitor(crowded, '10.9.0.2'),
    ];
    await startWith(first, await photo());
    await startWith(second, await photo());
    await signUpFromHere(first);
    const user = await signUpFromHere(second);
    expect(user.credits?.balance).toBe(0);
    expect(user.allowance).toMatchObject({ limit: 1000, used: expect.any(Number) });
  });
});

describe('a closed account', () => {
  const rowsOf = async (purseId: string) => {
    const { db } = server.database;
    return {
      purse: (await db.select().from(purses).where(eq(purses.id, purseId)))[0],
      lots: await db.select().from(creditLots).where(eq(creditLots.purseId, purseId)),
      lines: await db
        .select()
        .from(creditLines)
        .where(eq(creditLines.purseId, purseId))
        .orderBy(creditLines.id),
    };
  };

  const purseIdOf = async (ownerId: string) => {
    const { db } = server.database;
    const [purse] = await db.select().from(purses).where(eq(purses.ownerId, ownerId));
    return purse?.id ?? '';
  };

  test('loses its ledger if it never paid', async () => {
    const { visitor, email, id } = await signUp();
    const purseId = await purseIdOf(id);
    await deleteAccount(visitor, email);
    expect(await rowsOf(purseId)).toEqual({ purse: undefined, lots: [], lines: [] });
  });

  test('keeps paid orders in the books for ten years, without personal data', async () => {
    const { visitor, email, id } = await signUp();
    const { db } = server.database;
    const order = { orderId: 'order-1', cause: 'order:order-1:purchase' };
    await db.transaction((tx) =>
      grantCredits(tx, {
        ownerId: id,
        amount: 100,
        source: 'pack',
        kind: 'purchase',
        expiresAt: null,
        ...order,
        now: server.clock.now(),
      }),
    );
    await startWith(visitor, await photo());
    const purseId = await purseIdOf(id);
    await deleteAccount(visitor, email);
    const { purse, lots, lines } = await rowsOf(purseId);
    expect(purse).toMatchObject({ ownerId: null });
    expect(lots.map(({ orderId }) => orderId)).toEqual(['order-1']);
    expect(lines.map(({ kind, reason, amount }) => `${kind} ${reason} ${amount}`)).toEqual([
      'purchase order.paid 100',
      'expiry account.closed -100',
    ]);
    server.clock.advance(10 * 365 * day);
    await server.sweep();
    expect((await rowsOf(purseId)).lines).toHaveLength(2);
    server.clock.advance(2 * 365 * day);
    await server.sweep();
    expect(await rowsOf(purseId)).toEqual({ purse: undefined, lots: [], lines: [] });
  });

  test('cannot be granted anything', async () => {
    const { visitor, email, id } = await signUp();
    await deleteAccount(visitor, email);
    const given = await server.database.db.transaction((tx) =>
      grantCredits(tx, {
        ownerId: id,
        amount: 100,
        source: 'pack',
        kind: 'purchase',
        expiresAt: null,
        cause: 'too late',
        now: server.clock.now(),
      }),
    );
    expect(given).toEqual({ outcome: 'noOwner' });
    expect(await balancesOf(server.database.db, id)).toEqual({});
  });
});
