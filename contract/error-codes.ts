import { z } from 'zod';

/**
 * Stable codes of the envelope's `success` field. The numeric ones and `daily_limit` are the
 * specification's (§8); the named ones are ours. `status` is the HTTP status they travel with:
 * codes that a client handles as part of the flow answer 200, protocol errors their own status.
 */
export const errorCodes = {
  /** The token is missing, unknown or expired: clear the user, open the sign-in dialog (R36). */
  '10009': { status: 200 },
  /** Not available here: go home (R37). */
  '51008': { status: 200 },
  /** Credits are used up (R38). */
  '51009': { status: 200 },
  /** The guest's free allowance of today is used up (R39). */
  daily_limit: { status: 200 },
  /** A mail address that cannot be one. */
  invalid_email: { status: 422 },
  /** Not the code that was mailed, or one that was used. */
  invalid_code: { status: 200 },
  /** The mailed code is older than ten minutes. */
  code_expired: { status: 200 },
  /** Too many wrong codes, or wrong passwords, for this address. */
  too_many_tries: { status: 200 },
  /** A code was mailed to this address less than a minute ago; Retry-After has the seconds left. */
  code_too_soon: { status: 200 },
  /** No account has this address and this password: the two are not distinguishable. */
  invalid_credentials: { status: 200 },
  /** Shorter than 8 or longer than 128 characters, or among those that everybody tries first. */
  weak_password: { status: 422 },
  /** The identity provider has not verified this account's address: confirm one by a mailed code. */
  email_unverified: { status: 200 },
  /** The identity provider's token is not valid here, or there is no provider. */
  provider_refused: { status: 200 },
  /** Another account has this address; told only to whoever has proven that the mailbox is theirs. */
  email_taken: { status: 200 },
  /** Nothing with this code is sold, or not here. */
  unknown_product: { status: 404 },
  /** The price is not the one that the page showed: load the prices again and ask the buyer. */
  price_changed: { status: 200 },
  /** This way to pay cannot be used for this purchase; the prices say why. */
  method_unavailable: { status: 200 },
  /** The provider cannot be reached or made no checkout; the order is open. */
  provider_unavailable: { status: 503 },
  /** No such order, or it belongs to someone else: the two are not distinguishable. */
  order_not_found: { status: 404 },
  /** The order is paid, cancelled or expired, or its money may be on its way: it cannot be paid again or cancelled. */
  order_closed: { status: 409 },
  /** There is a plan that renews itself already: change it instead. */
  subscription_exists: { status: 200 },
  /** No such plan, it is over, or it belongs to someone else. */
  subscription_not_found: { status: 404 },
  /** The plan is not in a state in which it can be resumed, retried or changed like this. */
  subscription_unchanged: { status: 409 },
  /** The charge for another change of this plan is under way: wait for its end. Nothing was charged. */
  change_under_way: { status: 409 },
  /** The renewal, or the payment of a change, was declined; nothing was charged. */
  payment_declined: { status: 200 },
  /** The 14 days are over, it is not paid, or all of its credits are used. */
  not_withdrawable: { status: 200 },
  /** What was left of it was deducted from a change of plan: withdraw from that order. */
  deducted_by_change: { status: 200 },
  /** A message of a provider that it did not sign, or too old. */
  invalid_signature: { status: 400 },
  /** No function has this code, or it is not configured on this server. */
  unknown_function: { status: 404 },
  /** No such record, or it belongs to someone else: the two are not distinguishable. */
  record_not_found: { status: 404 },
  /** The record was deleted, or it expired. */
  record_gone: { status: 410 },
  /** Cancelling a record that has already ended. */
  record_ended: { status: 409 },
  /** A path of the API that does not exist. */
  not_found: { status: 404 },
  /** The request does not fit the call's schema; `msg` names the fields. */
  invalid_request: { status: 400 },
  /** The body did not arrive within the time that its size allows. */
  body_timeout: { status: 408 },
  /** A page of another site sent a call that changes something. */
  foreign_origin: { status: 403 },
  /** The idempotency key was used before with another file or function. */
  idempotency_conflict: { status: 409 },
  /** A start without the guest cookie that came with its upload: the browser keeps no cookies. */
  cookies_needed: { status: 400 },
  /** The named upload does not exist, was never finished or belongs to someone else. */
  upload_not_found: { status: 404 },
  /** The upload was already used by another task and is no longer there. */
  upload_used: { status: 409 },
  /** The file is larger than the function takes (bytes). */
  file_too_large: { status: 413 },
  /** The bytes are not an image of a known format. */
  not_an_image: { status: 422 },
  /** The image ends before its data does. */
  image_truncated: { status: 422 },
  /** The file is complete, but a part of it is not what was written. */
  image_damaged: { status: 422 },
  /** A known image format that this server cannot decode (for example HEIC). */
  unsupported_format: { status: 422 },
  /** A format that this server knows, packed or coloured in a way that it does not (zstd in TIFF). */
  unsupported_encoding: { status: 422 },
  /** A document of several pages. */
  several_pages: { status: 422 },
  /** More than one frame. */
  animated_unsupported: { status: 422 },
  /** A side is shorter than the function's minimum. */
  image_too_small: { status: 422 },
  /** More pixels than the function takes, or a decompression bomb. */
  image_too_large: { status: 422 },
  /** Decoding it costs more memory or time than a photo may, or crashes the decoder. */
  image_too_complex: { status: 422 },
  /** The result would be larger than a file format holds. */
  result_too_large: { status: 422 },
  /** The run would take longer than this server lets it. */
  too_slow: { status: 422 },
  /** The function's result depends on the whole photo: there is nothing to show before the start. */
  no_preview: { status: 404 },
  /** An option that the function does not have, or a value that it does not allow. */
  invalid_options: { status: 400 },
  /** Too many tasks of this visitor are under way. */
  too_many_tasks: { status: 429 },
  /** Too many photos were uploaded and not used yet, by this visitor, from this address or in all. */
  too_many_uploads: { status: 429 },
  /** Too many new visitors came from this address within a day. */
  too_many_guests: { status: 429 },
  /** Too many requests in a short time, or at once. */
  rate_limited: { status: 429 },
  /** The link of a mail: expired, used up, changed, or not ours. */
  invalid_link: { status: 200 },
  /** This server sends no mail, or cannot take one now. */
  mail_failed: { status: 503 },
  /** The disk is nearly full: nothing new is stored until there is space again. */
  storage_full: { status: 503 },
  /** The engine could not finish; nothing was charged. */
  engine_failed: { status: 500 },
  /** The task passed its deadline; nothing was charged. */
  task_expired: { status: 500 },
  /** The server is stopping or a part of it is not available. */
  unavailable: { status: 503 },
  /** Anything unexpected; the log has the request id. */
  internal_error: { status: 500 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errorCodes;

export const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

/** `success` of a call that worked. */
export const successCode = '1';
