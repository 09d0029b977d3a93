import type { Account, CodeType, SessionList } from '../../contract/account.ts';

export type Preferences = Pick<Account, 'locale' | 'reminders'>;

export type OwnAccount = Preferences & Pick<Account, 'email' | 'hasPassword'>;

export type OwnSession = Pick<
  SessionList['sessions'][number],
  'id' | 'isCurrent' | 'device' | 'lastSeenAt'
>;

/**
 * The purpose of a code that a signed-in user requests; the server accepts the code for this
 * purpose only.
 */
export type OwnCodePurpose = Exclude<CodeType, 'signIn' | 'signUp'>;

/** A change of the account, with the proof that the request comes from the account's owner. */
export type AccountWish =
  | { kind: 'password'; password: string; proof: { oldPassword: string } | { code: string } }
  /** `code` was mailed to the new address, and `currentCode` to the account's current address */
  | { kind: 'address'; address: string; code: string; currentCode: string }
  | { kind: 'deletion'; code: string };

/** The number of an account's records, and the next date on which a record is deleted, or null. */
export type RecordClock = { count: number; next: string | null };

export const withRecords = (
  { count, next }: RecordClock,
  records: readonly { expiresAt: string }[],
): RecordClock => ({
  count: count + records.length,
  next: records.reduce<string | null>(
    (first, { expiresAt }) => (first === null || expiresAt < first ? expiresAt : first),
    next,
  ),
});

/** True if the wanted preferences equal the saved ones. */
export const isSaved = (account: Preferences | null, wanted: Preferences | null): boolean =>
  account?.locale === wanted?.locale && account?.reminders === wanted?.reminders;
