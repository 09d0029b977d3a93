import type { Account, CodeType, SessionList } from '../../contract/account.ts';

/** A user's mail settings. */
export type Preferences = Pick<Account, 'locale' | 'reminders'>;

/** The user's account as shown to its owner. */
export type OwnAccount = Preferences & Pick<Account, 'email' | 'hasPassword'>;

/** A signed-in session. */
export type OwnSession = Pick<
  SessionList['sessions'][number],
  'id' | 'isCurrent' | 'device' | 'lastSeenAt'
>;

/** Purpose of a code that a signed-in user requests; the server binds the code to it. */
export type OwnCodePurpose = Exclude<CodeType, 'signIn' | 'signUp'>;

/** A change of the account, with the proof that its owner wants it. */
export type AccountWish =
  | { kind: 'password'; password: string; proof: { oldPassword: string } | { code: string } }
  /** `code` was mailed to the new address, `currentCode` to the current one */
  | { kind: 'address'; address: string; code: string; currentCode: string }
  | { kind: 'deletion'; code: string };

/** Number of records of an account, and the next deletion date. */
export type RecordClock = { count: number; next: string | null };

/** The clock with additional records. */
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

/** True if the wanted preferences are saved or being saved: a switch shows the choice at once. */
export const isSaved = (account: Preferences | null, wanted: Preferences | null): boolean =>
  account?.locale === wanted?.locale && account?.reminders === wanted?.reminders;
