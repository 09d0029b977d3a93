import type { Locale } from './locale.ts';

/** What mails a user gets, and in which language. */
export type Preferences = {
  /** of the mails that are not about what a page has just asked for */
  locale: Locale;
  /** whether mails come that are not about the account itself */
  reminders: boolean;
};

/** The user's account, as the server shows it to its owner. */
export type OwnAccount = Preferences & {
  email: string;
  hasPassword: boolean;
};

/** Where somebody is signed in. */
export type OwnSession = {
  id: string;
  /** the one that asks */
  isCurrent: boolean;
  /** browser and system as they call themselves; empty when unknown */
  device: string;
  /** ISO instant, to the day */
  lastSeenAt: string;
};

/** Why a code was asked for by somebody who is signed in; the server binds it to that. */
export type OwnCodePurpose = 'resetPassword' | 'changeEmail' | 'deleteAccount';

/** A change of the account with what proves that its owner wants it. */
export type AccountWish =
  | { kind: 'password'; password: string; proof: { oldPassword: string } | { code: string } }
  /** `code` was mailed to the new address, `currentCode` to the present one */
  | { kind: 'address'; address: string; code: string; currentCode: string }
  | { kind: 'deletion'; code: string };

/** How many records an account has, and when the next of them is deleted. */
export type RecordClock = { count: number; next: string | null };

/** The clock with more records on it. */
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

/** Saved, or what is being saved: a switch shows at once what was chosen. */
export const isSaved = (account: Preferences | null, wanted: Preferences | null): boolean =>
  account?.locale === wanted?.locale && account?.reminders === wanted?.reminders;
