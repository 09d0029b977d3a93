import type { CodeRefusal, EmailCodes } from '../mail/email-codes.ts';
import { readAddress } from '../owners/address.ts';
import { findUserByIdentity, linkIdentity, lockAddress, type User } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { commitEntrance, type Entered, type Entrance, type Newcomer } from './entrance.ts';
import type { IdentityProvider, ProviderAccount } from './identity-provider.ts';

/** An email address and the code mailed to it. */
export type Mailbox = { email: string; code: string };

export type ProviderSignIns = {
  /**
   * Signs in with a provider account. Links it to the account with the same email address, but only
   * if the provider has verified the address or a mailed code proves it.
   * @throws AppError provider_refused, email_unverified, unavailable; with a mailbox also the
   * refusals of codes
   */
  enter(given: { idToken: string; mailbox: Mailbox | null }, from: Newcomer): Promise<Entered>;
};

const provider = 'firebase';

/**
 * Returns the provider's verified email address, or null if it is missing or cannot receive mail.
 */
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

  /** Locks and returns the email address to link, or returns the reason for a refusal. */
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
    if (!mailbox)
      throw new AppError(
        'email_unverified',
        'the identity provider has not verified an email address of the user',
      );
    const address = readAddress(mailbox.email);
    const refusal = await codes.spend(tx, { address, purpose: 'signIn', typed: mailbox.code });
    return refusal ?? { address };
  }

  /**
   * Returns the linked account. Its email address is locked, so that the account cannot be deleted
   * concurrently.
   */
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
