import type { ErrorCode } from './error-codes.ts';

/* Codes shared by several calls. Codes of a single call are listed at the call. */

/**
 * May answer any call: they are about the request, its sender or the server. The error handler may also return
 * `storage_full` on any call, when the database's disk is full.
 */
export const generalRefusals = [
  'invalid_request',
  'foreign_origin',
  'rate_limited',
  'body_timeout',
  'not_found',
  'unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[];

/** Why a mailed code is refused. */
export const codeRefusals = [
  'invalid_code',
  'code_expired',
  'too_many_tries',
] as const satisfies readonly ErrorCode[];

/** Why a photo cannot be used. */
export const photoRefusals = [
  'not_an_image',
  'image_truncated',
  'image_damaged',
  'unsupported_format',
  'unsupported_encoding',
  'several_pages',
  'animated_unsupported',
  'image_too_small',
  'image_too_large',
  'image_too_complex',
  'result_too_large',
  'file_too_large',
] as const satisfies readonly ErrorCode[];

/** Why the small picture of a preview cannot be used. */
export const previewRefusals = [
  'not_an_image',
  'image_truncated',
  'image_damaged',
  'unsupported_format',
  'unsupported_encoding',
  'several_pages',
  'animated_unsupported',
  'image_too_small',
  'image_too_large',
  'image_too_complex',
  'no_object',
  'too_many_tasks',
] as const satisfies readonly ErrorCode[];

/** Why a start is refused, for guests and users. */
export const startRefusals = [
  '10009',
  '51009',
  'unknown_function',
  'invalid_options',
  'upload_not_found',
  'upload_used',
  'idempotency_conflict',
  'record_gone',
  'too_many_tasks',
  'too_slow',
  'engine_failed',
  ...photoRefusals,
] as const satisfies readonly ErrorCode[];
