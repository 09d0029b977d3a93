import type { CodeType, SignedIn } from '../../contract/account.ts';
import type { FieldRule } from './form.ts';

/** A session that has just begun: the future content of the cookies (R21), and what the sign-in brought. */
export type NewSession = SignedIn & { user: { id: string; email: string } };

/** Purpose of a requested code; the server binds the code to it. */
export type CodePurpose = Extract<CodeType, 'signIn' | 'resetPassword'>;

/** Use of the mailed code; `provider` confirms an address for the identity provider. */
export type CodeUse = 'signIn' | 'signUp' | 'reset' | 'provider';

/** A code that was sent and not used yet, as stored on this device across reloads. */
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
  /** `mailed` confirms an address that the identity provider has not verified */
  | { kind: 'provider'; idToken: string; mailed: { address: string; code: string } | null };

/** in characters; SMTP limits a path to this (RFC 5321) */
const maxAddressLength = 254;
const codeLength = 6;
const passwordLength = { min: 8, max: 128 } as const;

/**
 * One identity per mailbox, in lower case; full-width `ａｎｎａ＠example。com` of a Japanese keyboard becomes ASCII.
 */
export const addressFrom = (typed: string): string =>
  typed.trim().normalize('NFKC').replaceAll('。', '.').toLowerCase();

/** Refuses impossible addresses; only the server finds out whether mail arrives. */
export const addressRule: FieldRule = (typed) => {
  const address = addressFrom(typed);
  if (address === '') return 'missing';
  if (address.length > maxAddressLength) return 'tooLong';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address) ? null : 'invalid';
};

/** Six digits that are not part of a longer number, such as an order code. */
const codeInText = /(?<![A-Za-z0-9-])\d{3}[\s\-–.]?\d{3}(?![A-Za-z0-9])/g;

const withoutGaps = (text: string): string => text.replace(/[\s\-–.]/g, '');

/**
 * `１２３ 456` is 123456: full-width digits and separators between groups are accepted. In a longer text, such as
 * the mail's subject, finds the only code.
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

/** A complete code is sent without a press of the button. */
export const isWholeCode = (typed: string): boolean => codeRule(typed) === null;

export const passwordRule: FieldRule = (password) => (password === '' ? 'missing' : null);

/** Length counts in code points, not in UTF-16 units. */
export const newPasswordRule: FieldRule = (password) => {
  const { length } = [...password];
  if (length === 0) return 'missing';
  if (length < passwordLength.min) return 'tooShort';
  return length > passwordLength.max ? 'tooLong' : null;
};
