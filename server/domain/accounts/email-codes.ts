import { createHash } from 'node:crypto';
import type { Queries, Tx } from '../../store/database.ts';
import {
  type CodePurpose,
  codesOf,
  countTry,
  type EmailCode,
  findCodeByLink,
  insertCode,
  markCodesUsed,
} from '../../store/email-codes.store.ts';
import { lockAddress } from '../../store/users.store.ts';
import { newId } from '../guests.ts';
import { inLockOrder } from './address.ts';
import { type CodeLimits, type CodeWish, refuseTooMany } from './code-limits.ts';
import { createCodeHash, isSameHash, newCode, newSecret, readCode } from './secrets.ts';

export type { CodePurpose } from '../../store/email-codes.store.ts';

const codeMs = 10 * 60_000;
const linkMs = 15 * 60_000;
const maxTries = 5;

/** A code as somebody typed it. */
export type GivenCode = { address: string; purpose: CodePurpose; typed: string };

/** What is mailed; only its hashes are stored. */
export type MadeCode = { id: string; code: string; link: string; expiresAt: Date };

/** Why a code was refused. */
export type CodeRefusal = 'invalid_code' | 'code_expired' | 'too_many_tries';

export type EmailCodes = {
  /**
   * A code for an address, whether it has an account or not.
   * @throws AppError code_too_soon, rate_limited
   */
  make(tx: Tx, wish: CodeWish): Promise<MadeCode>;
  /**
   * Uses a code up; null when it was right. A wrong one counts against every code that it could have been,
   * so the caller must not roll back.
   */
  spend(tx: Tx, given: GivenCode): Promise<CodeRefusal | null>;
  /** The same, but a right one stays usable. */
  look(tx: Tx, given: GivenCode): Promise<CodeRefusal | null>;
  /** The same for several at once: all are used up, or none. */
  spendAll(tx: Tx, given: GivenCode[]): Promise<CodeRefusal | null>;
  /** The address that a link was mailed to; null when `spendLink` would refuse it. Uses nothing up. */
  readLink(queries: Queries, link: string): Promise<string | null>;
  /**
   * Uses up the link that was mailed with a code, and the codes with it.
   * @returns the address that it was mailed to; null when it is unknown, too old or used
   */
  spendLink(tx: Tx, link: string): Promise<string | null>;
};

const isLinkOpen = ({ usedAt, createdAt }: EmailCode, time: Date): boolean =>
  !usedAt && time.getTime() - createdAt.getTime() < linkMs;

const hashOfLink = (link: string) => createHash('sha256').update(link).digest('base64url');

/** Why none of these codes may be tried any more, newest first. */
function refusalOf([newest]: EmailCode[], now: Date): CodeRefusal {
  if (!newest || newest.usedAt) return 'invalid_code';
  if (newest.expiresAt <= now) return 'code_expired';
  return newest.tries >= maxTries ? 'too_many_tries' : 'invalid_code';
}

/** @param options.secret the key of the stored hashes */
export function createEmailCodes(options: {
  secret: string;
  limits: CodeLimits;
  now: () => Date;
}): EmailCodes {
  const { limits, now } = options;
  const hashOfCode = createCodeHash(options.secret);

  /** Codes that this one could be, and whether it is one of them. The address is locked from then on. */
  async function look(tx: Tx, { address, purpose, typed }: GivenCode, time: Date) {
    await lockAddress(tx, address);
    const known = await codesOf(tx, { address, purpose });
    const open = known.filter(
      ({ usedAt, expiresAt, tries }) => !usedAt && expiresAt > time && tries < maxTries,
    );
    const ids = open.map(({ id }) => id);
    const digits = readCode(typed);
    const hash = digits === null ? '' : hashOfCode(digits, { address, purpose });
    const isRight = open.some(({ codeHash }) => isSameHash(codeHash, hash));
    // What no code looks like is no try.
    return { known, ids, isRight, isTry: digits !== null };
  }

  async function tryAll(
    tx: Tx,
    given: GivenCode[],
    { usesUp }: { usesUp: boolean },
  ): Promise<CodeRefusal | null> {
    const time = now();
    const looks = [];
    for (const one of inLockOrder(given)) {
      looks.push(await look(tx, one, time));
    }
    const wrong = looks.filter(({ isRight }) => !isRight);
    if (wrong.length === 0) {
      for (const { ids } of usesUp ? looks : []) await markCodesUsed(tx, ids, time);
      return null;
    }
    const tried = wrong.filter(({ isTry }) => isTry);
    for (const { ids } of tried) await countTry(tx, ids);
    const [first] = tried;
    if (!first) return 'invalid_code';
    const { known } = first;
    // one that is not open is refused for what it is, however often it was tried
    return refusalOf(
      known.map((code) => ({ ...code, tries: code.tries + 1 })),
      time,
    );
  }

  return {
    async make(tx, wish) {
      const { address, purpose, network } = wish;
      await lockAddress(tx, address);
      // not before the lock: whoever had it meanwhile has a later time
      const createdAt = now();
      await refuseTooMany(tx, wish, limits, createdAt);
      const [id, code, link] = [newId(), newCode(), newSecret()];
      const expiresAt = new Date(createdAt.getTime() + codeMs);
      const codeHash = hashOfCode(code, wish);
      const linkHash = hashOfLink(link);
      await insertCode(tx, {
        id,
        address,
        purpose,
        network,
        createdAt,
        expiresAt,
        codeHash,
        linkHash,
      });
      return { id, code, link, expiresAt };
    },
    spend: (tx, given) => tryAll(tx, [given], { usesUp: true }),
    look: (tx, given) => tryAll(tx, [given], { usesUp: false }),
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
      // Read again: another one may have used it before the lock.
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
