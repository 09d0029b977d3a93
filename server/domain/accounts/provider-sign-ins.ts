import { AppError } from '../../errors.ts';
import type { Database, Tx } from '../../store/database.ts';
import {
  findUserByIdentity,
  linkIdentity,
  lockAddress,
  type User,
} from '../../store/users.store.ts';
import { readAddress } from './address.ts';
import type { CodeRefusal, EmailCodes } from './email-codes.ts';
import { commitEntrance, type Entered, type Entrance, type Newcomer } from './entrance.ts';
import type { IdentityProvider, ProviderAccount } from './identity-provider.ts';

/** An address, and the code that was mailed to it. */
export type Mailbox = { email: string; code: string };

export type ProviderSignIns = {
  /**
   * Signs in with an account of the provider. It is linked to the account of its address, and only once
   * that is proven: the provider has verified it, or a mailed code does.
   * @throws AppError provider_refused, email_unverified, unavailable; with a mailbox also what a code is
   * refused for
   */
  enter(given: { idToken: string; mailbox: Mailbox | null }, from: Newcomer): Promise<Entered>;
};

const provider = 'firebase';

/** Null for what the provider calls verified and nobody could be mailed at. */
function verifiedAddress({ verifiedEmail }: ProviderAccount): string | null {
  try {
    return verifiedEmail === null ? null : readAddress(verifiedEmail);
  } catch {
    return null;
  }
}

export function createProviderSignIns(deps: {
  db: Database;
  codes: EmailCodes;
  entrance: Entrance;
  provider: IdentityProvider;
  now: () => Date;
}): ProviderSignIns {
  const { db, codes, entrance, now } = deps;

  /** The address that may be linked, locked; or why there is none. */
  async function proveAddress(
    tx: Tx,
    account: ProviderAccount,
    mailbox: Mailbox | null,
  ): Promise<{ address: string } | CodeRefusal> {
    const verified = verifiedAddress(account);
    if (verified !== null) {
      await lockAddress(tx, verified);
      return { address: verified };
    }
    if (!mailbox) throw new AppError('email_unverified', 'the provider has verified no address');
    const address = readAddress(mailbox.email);
    const refusal = await codes.spend(tx, { address, purpose: 'signIn', typed: mailbox.code });
    return refusal ?? { address };
  }

  /** The account that is linked; its address is locked, so nobody deletes it meanwhile. */
  async function findKnown(tx: Tx, subject: string): Promise<User | undefined> {
    const identity = { provider, subject } as const;
    const known = await findUserByIdentity(tx, identity);
    if (!known) return undefined;
    await lockAddress(tx, known.email);
    return await findUserByIdentity(tx, identity);
  }

  async function link(tx: Tx, user: User, { subject }: ProviderAccount) {
    const { ownerId, email } = user;
    await linkIdentity(tx, { provider, subject, ownerId, email, createdAt: now() });
  }

  return {
    async enter({ idToken, mailbox }, from) {
      const account = await deps.provider.verify(idToken);
      const { subject } = account;
      return await commitEntrance(db, async (tx) => {
        const known = await findKnown(tx, subject);
        if (known) return await entrance.enter(tx, known, from);
        const proof = await proveAddress(tx, account, mailbox);
        if (typeof proof === 'string') return proof;
        const user = await entrance.userOf(tx, proof.address, from);
        await link(tx, user, account);
        return await entrance.enter(tx, user, from);
      });
    },
  };
}
