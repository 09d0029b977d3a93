import { createHmac } from 'node:crypto';
import { remembered } from '../remembered.ts';

/**
 * Returns a function that names a subnet by a keyed hash of the `clientAddress`, so that limits can
 * count by subnet without storing readable addresses.
 */
export function createSubnetNames(secret: string): (address: string) => string {
  return remembered((address) =>
    createHmac('sha256', secret).update(address).digest('base64url').slice(0, 16),
  );
}
