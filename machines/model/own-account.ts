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

/** A change of the account, with the proof of the owner's identity. */
export type AccountWish =
  | { kind: 'password'; password: string; proof: { oldPassword: string } | { code: string } }
  /** `code` was mailed to the new address, `currentCode` to the current address */
  | { kind: 'address'; address: string; code: string; currentCode: string }
  | { kind: 'deletion'; code: string };

/** The number of an account's records, and the next date on which a record is deleted. */
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

/**
 * True if the preferences are saved or being saved; a switch shows the new value before the answer.
 */
export const isSaved = (account: Preferences | null, wanted: Preferences | null): boolean =>
  account?.locale === wanted?.locale && account?.reminders === wanted?.reminders;
