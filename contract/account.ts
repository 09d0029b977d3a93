import { z } from 'zod';
import { userInfo } from './user.ts';

/*
 * Accounts (R20 to R28). Neither an answer nor its timing reveals whether an address has an
 * account. Only the mail sent to the address reveals it.
 */

/** An email address as typed; the server converts it to lower case. */
const email = z.string().min(1).max(1000);

/** Six digits as typed: spaces, dashes and full-width digits are accepted. */
const code = z.string().min(1).max(40);

/** 8 to 128 characters; longer passwords are refused as too weak, not cut. */
const password = z.string().min(1).max(1000);

const locale = z.enum(['en', 'de', 'es', 'fr', 'it', 'ja', 'pt']);

/**
 * Purpose of a mailed code. A code for `signUp` and a code for `signIn` have the same purpose.
 * `changeEmail` and `deleteAccount` need a signed-in user. `changeEmail` mails one code to the new
 * address and one to the current address. `deleteAccount` accepts only the current address.
 */
export const codeType = z.enum([
  'signIn',
  'signUp',
  'resetPassword',
  'changeEmail',
  'deleteAccount',
]);
export type CodeType = z.infer<typeof codeType>;

/** GET /v1/user/email/{email}/code (R23) */
export const sendCodeParams = z.object({ email });
/** GET /v1/user/{type}/email/{email}/code (R23) */
export const sendTypedCodeParams = z.object({ type: codeType, email });

/** Answer of both calls above. It is the same whether or not the address has an account. */
export const sentCode = z.object({
  /** milliseconds until another code may be requested */
  resendAfterMs: z.int().min(0),
  expiresAt: z.iso.datetime(),
});

/** Answer of every sign-in. */
export const signedIn = z.object({
  /** value for the header `token` of later calls; expires 30 days after its last use */
  token: z.string(),
  user: userInfo,
  /** records that were moved from this browser's guest to the account */
  merged: z.object({ records: z.int().min(0) }),
  /** credits given because this sign-in created the account; 0 otherwise */
  welcome: z.int().min(0).default(0),
});
export type SignedIn = z.infer<typeof signedIn>;

/** POST /v1/user (R24): creates an account, or signs in if the address has one. */
export const signUpBody = z.object({
  email,
  code,
  password: password.optional(),
  locale: locale.optional(),
});

/** POST /v1/user-session/email (R25): signs in with the mailed code or with the password. */
export const signInByEmailBody = z
  .object({ email, code: code.optional(), password: password.optional() })
  .refine((body) => (body.code === undefined) !== (body.password === undefined), {
    message: 'must contain a code or a password',
  });

/**
 * POST /v1/user-session/email/direct (R27): signs in with the token after `#direct=` in a mailed
 * link. Only this call uses up the token; opening the link does not, because mail scanners open
 * links.
 */
export const signInByLinkBody = z.object({ token: z.string().min(1).max(100) });

/**
 * POST /v1/user-session/email/direct/look, with the same body: returns the account of the link, so
 * that a visitor notices a link sent by a stranger. This call does not use up the token.
 */
export const mailedLink = z.object({
  /** the address that the link was mailed to */
  email: z.string(),
});

/**
 * POST /v1/user-session/firebase (R26). The answer is `email_unverified` if the provider has not
 * verified the account's address. The client then repeats the call with an address and a code
 * mailed to it.
 */
export const signInByProviderBody = z
  .object({ idToken: z.string().min(1).max(8192), email: email.optional(), code: code.optional() })
  .refine((body) => (body.email === undefined) === (body.code === undefined), {
    message: 'must contain an address and a code, or neither',
  });

/** POST /v1/user/password/code (R28) */
export const resetPasswordBody = z.object({ email, code, password });

/** GET /v1/user-session: lists the session of this call first, then the most recently used. */
export const sessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** true for the session of this call */
      isCurrent: z.boolean(),
      /** browser and system, `Firefox, Windows`; empty if unknown */
      device: z.string(),
      createdAt: z.iso.datetime(),
      /** rounded to the day */
      lastSeenAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ),
});
export type SessionList = z.infer<typeof sessionList>;

/**
 * DELETE /v1/user-session/{id}: ends a session. `current` names the session of this call, which
 * then signs out.
 */
export const sessionParams = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** GET /v1/user/account */
export const account = z.object({
  email: z.string(),
  hasPassword: z.boolean(),
  /** identity providers that can also sign in to this account */
  providers: z.array(z.enum(['firebase'])),
  /** language of mails that are not an immediate reply to a page */
  locale,
  /** true if the user accepts mails that are not about the account itself */
  reminders: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Account = z.infer<typeof account>;

/**
 * POST /v1/user/email: changes the address. `code` was mailed to the new address, `currentCode` to
 * the current address.
 */
export const changeEmailBody = z.object({ email, code, currentCode: code });

/**
 * POST /v1/user/password: needs the current password, or a code of type `resetPassword` mailed to
 * the account's address. Ends every other session.
 */
export const changePasswordBody = z
  .object({ password, oldPassword: password.optional(), code: code.optional() })
  .refine((body) => (body.code === undefined) !== (body.oldPassword === undefined), {
    message: 'must contain the current password or a code',
  });

/** POST /v1/user/preferences: absent fields stay unchanged. */
export const preferencesBody = z.object({
  locale: locale.optional(),
  reminders: z.boolean().optional(),
});

/**
 * POST /v1/user/export: creates a zip file with photos, results, records and credits. Its link is
 * mailed and works for 24 hours. A second request within an hour gets the same file.
 */
export const requestedExport = z.object({
  state: z.enum(['queued', 'ready']),
  createdAt: z.iso.datetime(),
});

/** POST /v1/user/delete: needs a `code` of type `deleteAccount`. Cannot be undone. */
export const deleteAccountBody = z.object({ code });
