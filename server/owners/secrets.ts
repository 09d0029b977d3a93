import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * Returns a random secret of 256 bits for a session or a link. Only the SHA-256 of the secret is
 * stored.
 */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Returns true for texts that have the form of `newSecret`. */
export const isSecret = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text);

export const codeDigits = 6;

export const newCode = () => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');

/**
 * Returns the digits of a typed or pasted code: `123 456`, `123-456` and full-width digits become
 * `123456`. Returns null for any other text.
 */
export function readCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/**
 * Returns a function that makes the keyed hash of a code, bound to purpose and email address. The
 * key is necessary: there are only a million codes, so a reader of the database could find the code
 * of a hash without a key at once.
 */
export const createCodeHash =
  (secret: string) =>
  (code: string, { purpose, address }: { purpose: string; address: string }): string =>
    createHmac('sha256', secret)
      .update(`email code\n${purpose}\n${address}\n${code}`)
      .digest('base64url');

export const isSameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
