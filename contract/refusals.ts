import type { ErrorCode } from './error-codes.ts';

/* Error codes shared by several calls. Codes of a single call are listed at the call. */

/**
 * Codes that any call can return: they are about the request, its sender or the server. The error
 * handler may also return `storage_full` on any call, when the database's disk is full.
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

/** Reasons to refuse a mailed code. */
export const codeRefusals = [
  'invalid_code',
  'code_expired',
  'too_many_tries',
] as const satisfies readonly ErrorCode[];

/** Reasons to refuse a photo. */
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

/** Reasons to refuse the small picture of a preview. */
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

/** Reasons to refuse a start, for guests and users. */
export const startRefusals = [
  '10009',
  '51009',
  'unknown_function',
  'invalid_options',
  'upload_not_found',
  'upload_used',
  'picture_not_found',
  'idempotency_conflict',
  'record_gone',
  'too_many_tasks',
  'too_slow',
  'engine_failed',
  'nothing_to_clean',
  'nothing_to_improve',
  ...photoRefusals,
] as const satisfies readonly ErrorCode[];
