import { createHash } from 'node:crypto';

/**
 * Hashes an email address whose text need not be stored. The hash has no key, so that a visitor's
 * choices stay valid after the server's key has changed. A reader of the database can therefore
 * test a guessed address, but cannot read a stored address.
 */
export const hashOfAddress = (address: string): string =>
  createHash('sha256').update(`mail ${address.toLowerCase()}`).digest('base64url').slice(0, 32);
