import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 bits for a session or a link; only their SHA-256 is stored. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** True for the form of `newSecret`. */
export const isSecret = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text);

export const codeDigits = 6;

export const newCode = () => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');

/**
 * The digits of a typed or pasted code: `123 456`, `123-456` and full-width digits become
 * `123456`. Null for anything else.
 */
export function readCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/**
 * Keyed hash, bound to purpose and address. A code is one of a million, so a reader of the
 * database could reverse a plain hash at once.
 */
export const createCodeHash =
  (secret: string) =>
  (code: string, { purpose, address }: { purpose: string; address: string }): string =>
    createHmac('sha256', secret)
      .update(`email code\n${purpose}\n${address}\n${code}`)
      .digest('base64url');

export const isSameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
