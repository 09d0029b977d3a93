import { z } from 'zod';
import { accountCalls } from './account-calls.ts';
import { adEventBody } from './ad-event.ts';
import {
  findRegionsQuery,
  foundRegions,
  previewBody,
  previewPicture,
  signatureParams,
  signatureQuery,
  startBody,
  startParams,
  uploadSignature,
} from './ai-function.ts';
import type { Call } from './call.ts';
import { setup } from './entrance.ts';
import { eventLogBody } from './event-log.ts';
import { moneyCalls } from './money-calls.ts';
import {
  aiRecord,
  attemptParams,
  recordDetailQuery,
  recordList,
  recordListQuery,
  recordParams,
} from './records.ts';
import { photoRefusals, previewRefusals, startRefusals } from './refusals.ts';
import { userInfo } from './user.ts';

/** The browser loads this description later, because a visitor without a photo needs no preview. */
const lookCalls = {
  preview: {
    method: 'POST',
    path: '/v1/ai-function/notAuth/preview/{code}',
    params: startParams,
    body: previewBody,
    obj: previewPicture,
    refusals: [
      '10009',
      'unknown_function',
      'no_preview',
      'invalid_options',
      'picture_not_found',
      'engine_failed',
      ...previewRefusals,
    ],
    summary: 'Result of a function for a small picture; free of charge, nothing is stored',
    timeoutMs: 15_000,
  },
} as const satisfies Record<string, Call>;

/** Calls whose descriptions the browser loads on first use. */
export const laterCalls = { ...accountCalls, ...moneyCalls, ...lookCalls } as const;

/** Every call of the API, by the name that clients use (R41). */
export const calls = {
  ...laterCalls,
  setup: {
    method: 'GET',
    path: '/v1/entrance/setup',
    obj: setup,
    refusals: [],
    summary: 'Functions on offer and their credits',
  },
  user: {
    method: 'GET',
    path: '/v1/user',
    obj: userInfo,
    refusals: ['10009'],
    summary: "The current user, or the guest with today's allowance",
  },
  uploadSignature: {
    method: 'GET',
    path: '/v1/file/notAuthSignature/{code}',
    params: signatureParams,
    query: signatureQuery,
    obj: uploadSignature,
    refusals: [
      '10009',
      'unknown_function',
      'unsupported_format',
      'too_many_uploads',
      'too_many_guests',
      'storage_full',
    ],
    summary: 'A signed, size-limited, single-use upload',
  },
  findRegions: {
    method: 'GET',
    path: '/v1/ai-function/notAuth/regions/{code}',
    params: startParams,
    query: findRegionsQuery,
    obj: foundRegions,
    refusals: [
      '10009',
      'unknown_function',
      'invalid_options',
      'upload_not_found',
      'upload_used',
      'too_many_tasks',
      'engine_failed',
      ...photoRefusals,
    ],
    summary: 'The faces and texts in an upload, before any start; free of charge',
    timeoutMs: 60_000,
  },
  startTask: {
    method: 'POST',
    path: '/v1/ai-function/{code}',
    params: startParams,
    body: startBody,
    obj: aiRecord,
    refusals: startRefusals,
    summary: 'Start a function as a signed-in user',
    timeoutMs: 60_000,
  },
  startGuestTask: {
    method: 'POST',
    path: '/v1/ai-function/notAuth/dealSave/{code}',
    params: startParams,
    body: startBody,
    obj: aiRecord,
    refusals: [...startRefusals, 'daily_limit', 'cookies_needed'],
    summary: 'Start a function as a guest',
    timeoutMs: 60_000,
  },
  records: {
    method: 'GET',
    path: '/v1/ai-function-record',
    query: recordListQuery,
    obj: recordList,
    refusals: ['10009'],
    summary: "The visitor's records, newest first",
  },
  record: {
    method: 'GET',
    path: '/v1/ai-function-record/detail/{id}',
    params: recordParams,
    query: recordDetailQuery,
    obj: aiRecord,
    refusals: ['10009', 'record_not_found', 'record_gone'],
    summary: 'One record; waits for a change on request',
  },
  attempt: {
    method: 'GET',
    path: '/v1/ai-function-record/attempt/{idempotencyKey}',
    params: attemptParams,
    obj: aiRecord,
    refusals: ['10009', 'record_not_found', 'record_gone'],
    summary: 'The record created by a start with this key; waits for a start under way',
  },
  cancelRecord: {
    method: 'POST',
    path: '/v1/ai-function-record/cancel/{id}',
    params: recordParams,
    obj: aiRecord,
    refusals: ['10009', 'record_not_found', 'record_gone', 'record_ended'],
    summary: 'Cancel a queued or running task; nothing is charged',
  },
  deleteRecord: {
    method: 'DELETE',
    path: '/v1/ai-function-record/{id}',
    params: recordParams,
    obj: z.null(),
    refusals: ['10009', 'record_not_found', 'record_gone'],
    summary: 'Delete a record and its files now',
  },
  reportEvent: {
    method: 'POST',
    path: '/v1/event',
    body: adEventBody,
    obj: z.null(),
    refusals: [],
    summary: 'Report an event of a visitor who may have come through an advertisement',
  },
  logEvent: {
    method: 'POST',
    path: '/v1/event/track/log',
    body: eventLogBody,
    obj: z.null(),
    refusals: [],
    summary: 'Write one entry to the operation log',
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
