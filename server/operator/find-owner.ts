import { readAddress } from '../owners/address.ts';
import { findUserByEmail } from '../owners/users.store.ts';
import type { Queries } from '../platform/database/database.ts';
import { hasOwner } from './operator.store.ts';
import { OperatorError } from './operator-error.ts';

export type OwnerQuery = { owner?: string | undefined; email?: string | undefined };

/**
 * Returns the id of an owner, who is given by id or by email address.
 * @throws OperatorError invalid_input, owner_not_found
 */
export async function findOwnerId(queries: Queries, { owner, email }: OwnerQuery): Promise<string> {
  if ((owner === undefined) === (email === undefined)) {
    throw new OperatorError('invalid_input', 'Give either --owner or --email.');
  }
  if (owner !== undefined) {
    if (await hasOwner(queries, owner)) return owner;
    throw new OperatorError('owner_not_found', `There is no owner ${owner}.`);
  }
  const user = await findUserByEmail(queries, readAddress(email ?? ''));
  if (user) return user.ownerId;
  throw new OperatorError('owner_not_found', `There is no account with ${email}.`);
}
