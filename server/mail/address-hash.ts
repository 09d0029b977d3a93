import { createHash } from 'node:crypto';

/**
 * Stands for an address where the address itself need not be kept. Without a key, so that choices
 * survive a new one: who guesses an address can check it, nobody can read one.
 */
export const hashOfAddress = (address: string): string =>
  createHash('sha256').update(`mail ${address.toLowerCase()}`).digest('base64url').slice(0, 32);
