import { z } from 'zod';
import {
  account,
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  preferencesBody,
  requestedExport,
  resetPasswordBody,
  sendCodeParams,
  sendTypedCodeParams,
  sentCode,
  sessionList,
  sessionParams,
  signedIn,
  signInByEmailBody,
  signInByLinkBody,
  signInByProviderBody,
  signUpBody,
} from './account.ts';
import {
  findRegionsQuery,
  foundRegions,
  signatureParams,
  signatureQuery,
  startBody,
  startParams,
  uploadSignature,
} from './ai-function.ts';
import { setup } from './entrance.ts';
import { eventLogBody } from './event-log.ts';
import { contactBody, mailChoice, unsubscribeBody, unsubscribeStateQuery } from './mail.ts';
import {
  aiRecord,
  attemptParams,
  recordDetailQuery,
  recordList,
  recordListQuery,
  recordParams,
} from './records.ts';
import { userInfo } from './user.ts';

type Call = {
  method: 'GET' | 'POST' | 'DELETE';
  /** with {name} where a path parameter goes */
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** schema of the envelope's obj */
  obj: z.ZodType;
  summary: string;
  /** milliseconds the client waits; 30 000 where absent */
  timeoutMs?: number;
};

/** Every call of the API by the name the clients use (R41). */
export const calls = {
  setup: {
    method: 'GET',
    path: '/v1/entrance/setup',
    obj: setup,
    summary: 'Functions on offer and their credits',
  },
  user: {
    method: 'GET',
    path: '/v1/user',
    obj: userInfo,
    summary: 'The current user, or the guest with the allowance of today',
  },
  sendCode: {
    method: 'GET',
    path: '/v1/user/email/{email}/code',
    params: sendCodeParams,
    obj: sentCode,
    summary: 'Mail a code that signs in or signs up',
  },
  sendTypedCode: {
    method: 'GET',
    path: '/v1/user/{type}/email/{email}/code',
    params: sendTypedCodeParams,
    obj: sentCode,
    summary: 'Mail a code for one purpose',
  },
  signUp: {
    method: 'POST',
    path: '/v1/user',
    body: signUpBody,
    obj: signedIn,
    summary: 'Make an account with a mailed code, or sign in where there is one',
  },
  signInByEmail: {
    method: 'POST',
    path: '/v1/user-session/email',
    body: signInByEmailBody,
    obj: signedIn,
    summary: 'Sign in with a mailed code or the password',
  },
  signInByLink: {
    method: 'POST',
    path: '/v1/user-session/email/direct',
    body: signInByLinkBody,
    obj: signedIn,
    summary: 'Sign in with the link of a mail, once',
  },
  signInByProvider: {
    method: 'POST',
    path: '/v1/user-session/firebase',
    body: signInByProviderBody,
    obj: signedIn,
    summary: 'Sign in with an account of the identity provider',
  },
  resetPassword: {
    method: 'POST',
    path: '/v1/user/password/code',
    body: resetPasswordBody,
    obj: signedIn,
    summary: 'Set another password with a mailed code; all other sessions end',
  },
  sessions: {
    method: 'GET',
    path: '/v1/user-session',
    obj: sessionList,
    summary: 'Where the user is signed in, the session used last first',
  },
  endOtherSessions: {
    method: 'POST',
    path: '/v1/user-session/end-others',
    obj: z.null(),
    summary: 'End every session of the user but this one',
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/user-session/{id}',
    params: sessionParams,
    obj: z.null(),
    summary: 'End a session of the user; `current` signs out',
  },
  account: {
    method: 'GET',
    path: '/v1/user/account',
    obj: account,
    summary: "The user's account",
  },
  changeEmail: {
    method: 'POST',
    path: '/v1/user/email',
    body: changeEmailBody,
    obj: account,
    summary: 'Change the address, proven by a code from each of the two mailboxes',
  },
  changePassword: {
    method: 'POST',
    path: '/v1/user/password',
    body: changePasswordBody,
    obj: account,
    summary: 'Set or change the password; all other sessions end',
  },
  setPreferences: {
    method: 'POST',
    path: '/v1/user/preferences',
    body: preferencesBody,
    obj: account,
    summary: "Change the account's language",
  },
  requestExport: {
    method: 'POST',
    path: '/v1/user/export',
    obj: requestedExport,
    summary: 'Have a copy of everything made and its link mailed',
  },
  deleteAccount: {
    method: 'POST',
    path: '/v1/user/delete',
    body: deleteAccountBody,
    obj: z.null(),
    summary: 'Delete the account and everything that belongs to it',
  },
  uploadSignature: {
    method: 'GET',
    path: '/v1/file/notAuthSignature/{code}',
    params: signatureParams,
    query: signatureQuery,
    obj: uploadSignature,
    summary: 'A signed, size-limited, single-use upload',
  },
  findRegions: {
    method: 'GET',
    path: '/v1/ai-function/notAuth/regions/{code}',
    params: startParams,
    query: findRegionsQuery,
    obj: foundRegions,
    summary: 'The faces in an upload, before any start; free of charge',
    timeoutMs: 60_000,
  },
  startTask: {
    method: 'POST',
    path: '/v1/ai-function/{code}',
    params: startParams,
    body: startBody,
    obj: aiRecord,
    summary: 'Start a function as a signed-in user',
    timeoutMs: 60_000,
  },
  startGuestTask: {
    method: 'POST',
    path: '/v1/ai-function/notAuth/dealSave/{code}',
    params: startParams,
    body: startBody,
    obj: aiRecord,
    summary: 'Start a function as a guest',
    timeoutMs: 60_000,
  },
  records: {
    method: 'GET',
    path: '/v1/ai-function-record',
    query: recordListQuery,
    obj: recordList,
    summary: "The visitor's records, newest first",
  },
  record: {
    method: 'GET',
    path: '/v1/ai-function-record/detail/{id}',
    params: recordParams,
    query: recordDetailQuery,
    obj: aiRecord,
    summary: 'One record; waits for a change when asked to',
  },
  attempt: {
    method: 'GET',
    path: '/v1/ai-function-record/attempt/{idempotencyKey}',
    params: attemptParams,
    obj: aiRecord,
    summary: 'The record that a start with this key made; waits for a start under way',
  },
  cancelRecord: {
    method: 'POST',
    path: '/v1/ai-function-record/cancel/{id}',
    params: recordParams,
    obj: aiRecord,
    summary: 'Cancel a queued or running task; nothing is charged',
  },
  deleteRecord: {
    method: 'DELETE',
    path: '/v1/ai-function-record/{id}',
    params: recordParams,
    obj: z.null(),
    summary: 'Delete a record and its files now',
  },
  contact: {
    method: 'POST',
    path: '/v1/contact',
    body: contactBody,
    obj: z.null(),
    summary: 'Write to the support; the writer gets a receipt by mail',
  },
  unsubscribeState: {
    method: 'GET',
    path: '/v1/unsubscribe',
    query: unsubscribeStateQuery,
    obj: mailChoice,
    summary: 'What the address of a mailed link is subscribed to; changes nothing',
  },
  unsubscribe: {
    method: 'POST',
    path: '/v1/unsubscribe',
    body: unsubscribeBody,
    obj: mailChoice,
    summary: 'Stop mail that no account needs, or undo that; by a mailed link, without a sign-in',
  },
  logEvent: {
    method: 'POST',
    path: '/v1/event/track/log',
    body: eventLogBody,
    obj: z.null(),
    summary: 'Write one line to the operation log',
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
