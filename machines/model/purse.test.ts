import { describe, expect, it } from 'vitest';
import { allowanceWith } from '../testing/studio-samples.ts';
import { type LedgerLine, withLines } from './ledger.ts';
import { originOf, purseOf, takingOf } from './purse.ts';

const user = { vipStatus: 0, subscriptionStatus: 0, allowance: allowanceWith(6) };
const at = '2027-03-01T00:00:00.000Z';
const credits = { balance: 10, expiresNext: { amount: 4, at } };

describe('usable credits', () => {
  it('are the allowance of a guest, and the allowance and the balance of a user', () => {
    expect(purseOf({ ...user, credits: null })).toEqual({
      allowance: user.allowance,
      credits: null,
    });
    expect(purseOf({ ...user, id: 'u1', credits })).toEqual({ allowance: user.allowance, credits });
  });

  it('are unknown until the server has answered', () => {
    expect(purseOf(null)).toBeNull();
    expect(purseOf({ ...user, allowance: null })).toBeNull();
    // the credits of a user are unknown if the user was restored from the cookies
    expect(purseOf({ ...user, id: 'u1' })).toBeNull();
  });
});

describe('the credits that a start takes', () => {
  const purse = { allowance: user.allowance, credits };

  it.each([
    [4, { free: 4, own: 0, left: 12, expiresAt: null }],
    [6, { free: 6, own: 0, left: 10, expiresAt: null }],
    [7, { free: 6, own: 1, left: 9, expiresAt: at }],
    [16, { free: 6, own: 10, left: 0, expiresAt: at }],
    [17, null],
  ])('take %d credits from today’s allowance first (R45)', (price, taking) => {
    expect(takingOf(purse, price)).toEqual(taking);
  });

  it.each([
    [4, 'free'],
    [7, 'both'],
  ])('name where %d credits come from', (price, origin) => {
    const taking = takingOf(purse, price);
    expect(taking && originOf(taking)).toBe(origin);
  });

  it('name the balance as the origin once the allowance is used up', () => {
    expect(originOf({ free: 0, own: 3, left: 1, expiresAt: null })).toBe('own');
  });

  it('come from the allowance of a guest, or are null', () => {
    const guest = { ...purse, credits: null };
    expect(takingOf(guest, 6)).toEqual({ free: 6, own: 0, left: 0, expiresAt: null });
    expect(takingOf(guest, 7)).toBeNull();
  });

  it('have a null expiry date if nothing expires', () => {
    const forever = { ...purse, credits: { balance: 10, expiresNext: null } };
    expect(takingOf(forever, 8)?.expiresAt).toBeNull();
  });
});

describe('a ledger loaded page by page', () => {
  const line = (id: string): LedgerLine => ({
    id,
    at,
    kind: 'grant',
    reason: 'account.made',
    amount: 1,
    source: 'welcome',
    state: null,
    expiresAt: null,
    task: null,
    order: null,
  });
  const page = (ids: string[], nextCursor: string | null) => ({
    balance: ids.length,
    lots: [],
    lines: ids.map(line),
    nextCursor,
  });

  it('has each entry once, and the current balance', () => {
    const both = withLines(page(['9', '8'], '8'), page(['8', '7'], null));
    expect(both.lines.map(({ id }) => id)).toEqual(['9', '8', '7']);
    expect([both.balance, both.nextCursor]).toEqual([2, null]);
    expect(withLines(null, page(['1'], null)).lines).toHaveLength(1);
  });
});
