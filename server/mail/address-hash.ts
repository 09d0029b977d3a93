import { createHash } from 'node:crypto';

/**
 * Replaces an address that need not be stored. Unkeyed, so that choices survive a new key: a guessed
 * address can be checked, but stored ones cannot be read.
 */
export const hashOfAddress = (address: string): string =>
  createHash('sha256').update(`mail ${address.toLowerCase()}`).digest('base64url').slice(0, 32);
