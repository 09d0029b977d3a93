import { randomInt } from 'node:crypto';

/** Without what is mistaken for something else: 0 and O, 1 and I. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

/** One of a million millions, so that nobody finds an order by trying. */
export const newOrderCode = () => `LW-${group()}-${group()}`;

/** As it was typed: `lw 7k2m qx4t` is `LW-7K2M-QX4T`. Null for what no order has. */
export function readOrderCode(typed: string): string | null {
  const found = /^LW([A-Z0-9]{4})([A-Z0-9]{4})$/.exec(
    typed
      .normalize('NFKC')
      .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
      .toUpperCase(),
  );
  return found ? `LW-${found[1]}-${found[2]}` : null;
}
