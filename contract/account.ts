import { z } from 'zod';
import { userInfo } from './user.ts';

/*
 * Accounts (R20 to R28). No answer, and no time that it takes, tells whether an address has an
 * account: only what was mailed to the address does.
 */

/** A mail address as it was typed; the server reads it in lower case. */
const email = z.string().min(1).max(1000);

/** Six digits as they were typed: spaces, dashes and full-width digits are accepted. */
const code = z.string().min(1).max(40);

/** 8 to 128 characters; longer ones are refused as too weak, not cut. */
const password = z.string().min(1).max(1000);

const locale = z.enum(['en', 'de', 'es', 'fr', 'it', 'ja', 'pt']);

/**
 * What a code may be used for; `signUp` and `signIn` are one purpose. The last two are for a user who is
 * signed in: `changeEmail` mails a code to the new address and another one to the present one,
 * `deleteAccount` takes the present address only.
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

/** The same for every address. */
export const sentCode = z.object({
  /** milliseconds until another code may be asked for */
  resendAfterMs: z.int().min(0),
  expiresAt: z.iso.datetime(),
});

/** What every sign-in answers. */
export const signedIn = z.object({
  /** for the header `token` of the next calls; 30 days from its last use */
  token: z.string(),
  user: userInfo,
  /** what this browser's guest brought into the account */
  merged: z.object({ records: z.int().min(0) }),
  /** credits given because this sign-in has made the account; 0 otherwise */
  welcome: z.int().min(0).default(0),
});
export type SignedIn = z.infer<typeof signedIn>;

/** POST /v1/user (R24): an account, or a sign-in where the address has one. */
export const signUpBody = z.object({
  email,
  code,
  password: password.optional(),
  locale: locale.optional(),
});

/** POST /v1/user-session/email (R25): with the mailed code or with the password. */
export const signInByEmailBody = z
  .object({ email, code: code.optional(), password: password.optional() })
  .refine((body) => (body.code === undefined) !== (body.password === undefined), {
    message: 'takes a code or a password',
  });

/**
 * POST /v1/user-session/email/direct (R27): what stands behind `#direct=` in a mailed link. Only this
 * call uses it up, so whoever merely opens the link, such as a mail scanner, does not.
 */
export const signInByLinkBody = z.object({ token: z.string().min(1).max(100) });

/**
 * POST /v1/user-session/email/direct/look, with the same body: whom the link signs in, so that nobody signs in
 * as a stranger who has sent it. It uses nothing up.
 */
export const mailedLink = z.object({
  /** the address that the link was mailed to */
  email: z.string(),
});

/**
 * POST /v1/user-session/firebase (R26). An account of the provider whose address nobody has verified
 * is answered `email_unverified`; then the same call with an address and a code that was mailed to it.
 */
export const signInByProviderBody = z
  .object({ idToken: z.string().min(1).max(8192), email: email.optional(), code: code.optional() })
  .refine((body) => (body.email === undefined) === (body.code === undefined), {
    message: 'takes an address and a code, or neither',
  });

/** POST /v1/user/password/code (R28) */
export const resetPasswordBody = z.object({ email, code, password });

/** GET /v1/user-session: the session of this call first, then those used last. */
export const sessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** the session of this call */
      isCurrent: z.boolean(),
      /** browser and system as they call themselves, `Firefox, Windows`; empty when unknown */
      device: z.string(),
      createdAt: z.iso.datetime(),
      /** to the day */
      lastSeenAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ),
});

/** DELETE /v1/user-session/{id}: `current` is the session of the call, which signs out. */
export const sessionParams = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** GET /v1/user/account */
export const account = z.object({
  email: z.string(),
  hasPassword: z.boolean(),
  /** identity providers that sign in to this account, too */
  providers: z.array(z.enum(['firebase'])),
  /** of the mails that are not about what a page has just asked for */
  locale,
  /** whether mails come that are not about the account itself */
  reminders: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Account = z.infer<typeof account>;

/** POST /v1/user/email: `code` was mailed to the new address, `currentCode` to the present one. */
export const changeEmailBody = z.object({ email, code, currentCode: code });

/**
 * POST /v1/user/password: with the password that there is, or with a code of type `resetPassword` that
 * was mailed to the account's address. Every other session ends.
 */
export const changePasswordBody = z
  .object({ password, oldPassword: password.optional(), code: code.optional() })
  .refine((body) => (body.code === undefined) !== (body.oldPassword === undefined), {
    message: 'takes the present password or a code',
  });

/** POST /v1/user/preferences: what is absent stays. */
export const preferencesBody = z.object({
  locale: locale.optional(),
  reminders: z.boolean().optional(),
});

/**
 * POST /v1/user/export: a zip with photos, results, records and credits. Its link is mailed; it works
 * for 24 hours. Asked for again within an hour, it is the same one.
 */
export const requestedExport = z.object({
  state: z.enum(['queued', 'ready']),
  createdAt: z.iso.datetime(),
});

/** POST /v1/user/delete: `code` of type `deleteAccount`. There is no way back. */
export const deleteAccountBody = z.object({ code });
