import type { CodeType, SignedIn } from '../../contract/account.ts';
import type { FieldRule } from './form.ts';

/**
 * A session that has just begun. It contains the future content of the cookies (R21), and the
 * result of the sign-in.
 */
export type NewSession = SignedIn & { user: { id: string; email: string } };

/** The purpose of a requested code; the server accepts the code for this purpose only. */
export type CodePurpose = Extract<CodeType, 'signIn' | 'resetPassword'>;

/** The purpose of a mailed code; `provider` confirms an email address for the identity provider. */
export type CodeUse = 'signIn' | 'signUp' | 'reset' | 'provider';

/** A sent and unused code, as stored on this device across reloads. */
export type PendingCode = {
  address: string;
  use: CodeUse;
  /** milliseconds until another code may be requested */
  resendAfterMs: number;
};

/** Proof of identity, one kind for each sign-in method. */
export type Proof =
  | { kind: 'code'; address: string; code: string }
  | { kind: 'password'; address: string; password: string }
  | { kind: 'signUp'; address: string; code: string; password: string }
  | { kind: 'reset'; address: string; code: string; password: string }
  | { kind: 'link'; link: string }
  /** `mailed` proves an address that the identity provider has not verified */
  | { kind: 'provider'; idToken: string; mailed: { address: string; code: string } | null };

/** limit in characters, equal to the limit of SMTP for a path (RFC 5321) */
const maxAddressLength = 254;
const codeLength = 6;
const passwordLength = { min: 8, max: 128 } as const;

/**
 * Returns one spelling per mailbox: in lower case, with ASCII characters in place of the full-width
 * `ａｎｎａ＠example。com` of a Japanese keyboard.
 */
export const addressFrom = (typed: string): string =>
  typed.trim().normalize('NFKC').replaceAll('。', '.').toLowerCase();

/** Rejects texts that cannot be an email address. Whether mail arrives cannot be checked here. */
export const addressRule: FieldRule = (typed) => {
  const address = addressFrom(typed);
  if (address === '') return 'missing';
  if (address.length > maxAddressLength) return 'tooLong';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address) ? null : 'invalid';
};

/** Matches six digits that are not part of a longer number, such as an order code. */
const codeInText = /(?<![A-Za-z0-9-])\d{3}[\s\-–.]?\d{3}(?![A-Za-z0-9])/g;

const withoutGaps = (text: string): string => text.replace(/[\s\-–.]/g, '');

/**
 * Reads a mailed code. Accepts full-width digits and separators between groups: `１２３ 456` is
 * 123456. In a longer text, such as a mail subject, returns the code if the text contains exactly
 * one.
 */
export const codeFrom = (typed: string): string => {
  const text = typed.normalize('NFKC');
  const [found, ...more] = text.match(codeInText) ?? [];
  return withoutGaps(found !== undefined && more.length === 0 ? found : text);
};

export const codeRule: FieldRule = (typed) => {
  const code = codeFrom(typed);
  if (code === '') return 'missing';
  return /^\d+$/.test(code) && code.length === codeLength ? null : 'incomplete';
};

/**
 * True if the code has all its digits. The chart then sends the code without a press of the button.
 */
export const isWholeCode = (typed: string): boolean => codeRule(typed) === null;

export const passwordRule: FieldRule = (password) => (password === '' ? 'missing' : null);

/** Checks the length of a new password, counted in code points and not in UTF-16 units. */
export const newPasswordRule: FieldRule = (password) => {
  const { length } = [...password];
  if (length === 0) return 'missing';
  if (length < passwordLength.min) return 'tooShort';
  return length > passwordLength.max ? 'tooLong' : null;
};
