import { z } from 'zod';
import type { GuestClaim } from '../owners/guests.ts';

const claimShape = z.tuple([z.string().min(1), z.string(), z.string()]);

/** Encodes the owner for the signature, because another process may receive the upload. */
export const writeClaim = ({ id, tokenHash, subnet }: GuestClaim): string =>
  Buffer.from(JSON.stringify([id, tokenHash, subnet])).toString('base64url');

/**
 * Reads the owner from a signature. Returns null for a signature from an earlier version, which
 * does not contain an owner.
 */
export function readClaim(claim: string): GuestClaim | null {
  if (claim === '') return null;
  const read = claimShape.parse(JSON.parse(Buffer.from(claim, 'base64url').toString()));
  const [id, tokenHash, subnet] = read;
  return { id, tokenHash, subnet };
}
