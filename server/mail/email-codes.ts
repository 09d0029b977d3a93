import { createHash } from 'node:crypto';
import { inLockOrder } from '../owners/address.ts';
import { createCodeHash, isSameHash, newCode, newSecret, readCode } from '../owners/secrets.ts';
import { lockAddress } from '../owners/users.store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { type CodeLimits, type CodeRequest, refuseTooMany } from './code-limits.ts';
import {
  type CodePurpose,
  codesOf,
  countTry,
  type EmailCode,
  findCodeByLink,
  insertCode,
  markCodesUsed,
} from './email-codes.store.ts';

export type { CodePurpose } from './email-codes.store.ts';

const codeMs = 10 * 60_000;
const linkMs = 15 * 60_000;
const maxTries = 5;

/** A code as typed by a user. */
export type GivenCode = { address: string; purpose: CodePurpose; typed: string };

/** The mailed values of a code. Only the hashes of code and link are stored. */
export type MadeCode = { id: string; code: string; link: string; expiresAt: Date };

/** Reasons to refuse a code. */
export type CodeRefusal = 'invalid_code' | 'code_expired' | 'too_many_tries';

export type EmailCodes = {
  /**
   * Makes a code for an email address, with or without an account.
   * @throws AppError code_too_soon, rate_limited
   */
  make(tx: Tx, request: CodeRequest): Promise<MadeCode>;
  /**
   * Uses up a code. Returns null if the code was correct. A wrong try counts against every open
   * code, so the caller must commit the transaction.
   */
  spend(tx: Tx, given: GivenCode): Promise<CodeRefusal | null>;
  /** Checks a code like `spend`, but leaves a correct code usable. */
  check(tx: Tx, given: GivenCode): Promise<CodeRefusal | null>;
  /** Uses up several codes like `spend`, either all of them or none. */
  spendAll(tx: Tx, given: GivenCode[]): Promise<CodeRefusal | null>;
  /**
   * Returns the email address that a link was mailed to, or null if `spendLink` would refuse the
   * link. The link remains usable.
   */
  readLink(queries: Queries, link: string): Promise<string | null>;
  /**
   * Uses up a mailed link and its codes.
   * @returns the email address that the link was mailed to, or null if the link is unknown, too old
   * or used
   */
  spendLink(tx: Tx, link: string): Promise<string | null>;
};

const isLinkOpen = ({ usedAt, createdAt }: EmailCode, time: Date): boolean =>
  !usedAt && time.getTime() - createdAt.getTime() < linkMs;

const hashOfLink = (link: string) => createHash('sha256').update(link).digest('base64url');

/** Returns the reason for a refusal if none of these codes, newest first, is open. */
function refusalOf([newest]: EmailCode[], now: Date): CodeRefusal {
  if (!newest || newest.usedAt) return 'invalid_code';
  if (newest.expiresAt <= now) return 'code_expired';
  return newest.tries >= maxTries ? 'too_many_tries' : 'invalid_code';
}

/**
 * Creates the functions for mailed codes.
 * @param options.secret key of the stored hashes
 */
export function createEmailCodes(options: {
  secret: string;
  limits: CodeLimits;
  now: () => Date;
}): EmailCodes {
  const { limits, now } = options;
  const hashOfCode = createCodeHash(options.secret);

  /**
   * Locks the email address. Returns its open codes, and whether the typed code matches one of
   * them.
   */
  async function tryCode(tx: Tx, { address, purpose, typed }: GivenCode, time: Date) {
    await lockAddress(tx, address);
    const known = await codesOf(tx, { address, purpose });
    const open = known.filter(
      ({ usedAt, expiresAt, tries }) => !usedAt && expiresAt > time && tries < maxTries,
    );
    const ids = open.map(({ id }) => id);
    const digits = readCode(typed);
    const hash = digits === null ? '' : hashOfCode(digits, { address, purpose });
    const isRight = open.some(({ codeHash }) => isSameHash(codeHash, hash));
    // Input that does not have the form of a code does not count as a try.
    return { known, ids, isRight, isTry: digits !== null };
  }

  async function tryAll(
    tx: Tx,
    given: GivenCode[],
    { usesUp }: { usesUp: boolean },
  ): Promise<CodeRefusal | null> {
    const time = now();
    const results = [];
    for (const one of inLockOrder(given)) {
      results.push(await tryCode(tx, one, time));
    }
    const wrong = results.filter(({ isRight }) => !isRight);
    if (wrong.length === 0) {
      for (const { ids } of usesUp ? results : []) await markCodesUsed(tx, ids, time);
      return null;
    }
    const tried = wrong.filter(({ isTry }) => isTry);
    for (const { ids } of tried) await countTry(tx, ids);
    const [first] = tried;
    if (!first) return 'invalid_code';
    const { known } = first;
    // If no code is open, this is the reason for the refusal, regardless of the number of tries.
    return refusalOf(
      known.map((code) => ({ ...code, tries: code.tries + 1 })),
      time,
    );
  }

  return {
    async make(tx, request) {
      const { address, purpose, subnet } = request;
      await lockAddress(tx, address);
      // The time is read after the lock is taken, so that it is later than the time of the previous
      // lock holder.
      const createdAt = now();
      await refuseTooMany(tx, request, limits, createdAt);
      const [id, code, link] = [newId(), newCode(), newSecret()];
      const expiresAt = new Date(createdAt.getTime() + codeMs);
      const codeHash = hashOfCode(code, request);
      const linkHash = hashOfLink(link);
      await insertCode(tx, {
        id,
        address,
        purpose,
        subnet,
        createdAt,
        expiresAt,
        codeHash,
        linkHash,
      });
      return { id, code, link, expiresAt };
    },
    spend: (tx, given) => tryAll(tx, [given], { usesUp: true }),
    check: (tx, given) => tryAll(tx, [given], { usesUp: false }),
    spendAll: (tx, given) => tryAll(tx, given, { usesUp: true }),
    async readLink(queries, link) {
      const mailed = await findCodeByLink(queries, hashOfLink(link));
      return mailed?.purpose === 'signIn' && isLinkOpen(mailed, now()) ? mailed.address : null;
    },
    async spendLink(tx, link) {
      const linkHash = hashOfLink(link);
      const mailed = await findCodeByLink(tx, linkHash);
      if (mailed?.purpose !== 'signIn') return null;
      const { address, purpose } = mailed;
      const time = now();
      await lockAddress(tx, address);
      // The code is read again, because it may have been used before the lock.
      const known = await codesOf(tx, { address, purpose });
      const open = known.filter((code) => isLinkOpen(code, time));
      if (!open.some((code) => code.linkHash === linkHash)) return null;
      await markCodesUsed(
        tx,
        open.map(({ id }) => id),
        time,
      );
      return address;
    },
  };
}
