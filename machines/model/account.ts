import type { FieldRule } from './form.ts';
import type { UserInfo } from './user.ts';

/** A session that has just begun: what the cookies will hold (R21), and what came along. */
export type NewSession = {
  token: string;
  user: UserInfo & { id: string; email: string };
  /** what this browser's guest has brought into the account */
  merged: { records: number };
  /** credits given because this sign-in has made the account; 0 otherwise */
  welcome: number;
};

/** Why a code was asked for; the server binds it to that. */
export type CodePurpose = 'signIn' | 'resetPassword';

/** What the mailed code will do; `provider`: it confirms an address for the identity provider. */
export type CodeUse = 'signIn' | 'signUp' | 'reset' | 'provider';

/** A code that was sent and not used yet, as this device remembers it over a reload. */
export type PendingCode = {
  address: string;
  use: CodeUse;
  /** until another may be asked for */
  resendAfterMs: number;
};

/** What a visitor shows to be let in, one for each way in. */
export type Proof =
  | { kind: 'code'; address: string; code: string }
  | { kind: 'password'; address: string; password: string }
  | { kind: 'signUp'; address: string; code: string; password: string }
  | { kind: 'reset'; address: string; code: string; password: string }
  | { kind: 'link'; link: string }
  /** `mailed`: for an address that the identity provider has not verified */
  | { kind: 'provider'; idToken: string; mailed: { address: string; code: string } | null };

/** characters of an address, as SMTP limits a path (RFC 5321) */
const maxAddressLength = 254;
const codeLength = 6;
const passwordLength = { min: 8, max: 128 } as const;

/** One identity per mailbox, in lower case; `ａｎｎａ＠example。com` of a Japanese keyboard is narrow. */
export const addressFrom = (typed: string): string =>
  typed.trim().normalize('NFKC').replaceAll('。', '.').toLowerCase();

/** Refuses what can be no address; whether mail arrives there, only the server finds out. */
export const addressRule: FieldRule = (typed) => {
  const address = addressFrom(typed);
  if (address === '') return 'missing';
  if (address.length > maxAddressLength) return 'tooLong';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address) ? null : 'invalid';
};

/** Six digits that are not a part of something longer, such as an order number. */
const codeInText = /(?<![A-Za-z0-9-])\d{3}[\s\-–.]?\d{3}(?![A-Za-z0-9])/g;

const withoutGaps = (text: string): string => text.replace(/[\s\-–.]/g, '');

/**
 * `１２３ 456` is 123456: full-width digits, and what people put between groups, are not mistakes. Of a
 * longer text, such as the subject of the mail, the only code in it.
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

/** A code with all its digits needs no press of a button. */
export const isWholeCode = (typed: string): boolean => codeRule(typed) === null;

export const passwordRule: FieldRule = (password) => (password === '' ? 'missing' : null);

/** Length counts in code points, not in UTF-16 units. */
export const newPasswordRule: FieldRule = (password) => {
  const { length } = [...password];
  if (length === 0) return 'missing';
  if (length < passwordLength.min) return 'tooShort';
  return length > passwordLength.max ? 'tooLong' : null;
};
