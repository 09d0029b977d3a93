import { randomInt } from 'node:crypto';

/** Characters of order codes, without those that are easily confused: 0 and O, 1 and I. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

/** Returns one of about 10^12 codes, so that orders cannot be found by guessing. */
export const newOrderCode = () => `LW-${group()}-${group()}`;

/**
 * Normalises a typed code: `lw 7k2m qx4t` becomes `LW-7K2M-QX4T`. Returns null if the code is
 * malformed.
 */
export function readOrderCode(typed: string): string | null {
  const found = /^LW([A-Z0-9]{4})([A-Z0-9]{4})$/.exec(
    typed
      .normalize('NFKC')
      .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
      .toUpperCase(),
  );
  return found ? `LW-${found[1]}-${found[2]}` : null;
}
