import { z } from 'zod';

/**
 * Stable codes of the envelope's `success` field. The specification (§8) defines the numeric codes
 * and `daily_limit`; the other codes are ours. `status` is the HTTP status. Codes that a client
 * handles as part of the product flow are sent with 200, protocol errors with their own status.
 */
export const errorCodes = {
  /** The token is missing, unknown or expired: clear the user and open the sign-in dialog (R36). */
  '10009': { status: 200 },
  /** The visitor cannot use the called function: the client goes to the home page (R37). */
  '51008': { status: 200 },
  /** Credits are used up (R38). */
  '51009': { status: 200 },
  /** The guest's allowance for today is used up (R39). */
  daily_limit: { status: 200 },
  /** Not a valid mail address. */
  invalid_email: { status: 422 },
  /** The code is wrong, or it was already used. */
  invalid_code: { status: 200 },
  /** The mailed code is older than ten minutes. */
  code_expired: { status: 200 },
  /** Too many wrong codes, or wrong passwords, for this address. */
  too_many_tries: { status: 200 },
  /**
   * A code was mailed to this address less than a minute ago; Retry-After has the remaining
   * seconds.
   */
  code_too_soon: { status: 200 },
  /**
   * No account has this address and password. Unknown addresses and wrong passwords get the same
   * answer.
   */
  invalid_credentials: { status: 200 },
  /** Shorter than 8 or longer than 128 characters, or one of the most common passwords. */
  weak_password: { status: 422 },
  /**
   * The identity provider has not verified this account's address. The client then repeats the call
   * with an address and a code mailed to it.
   */
  email_unverified: { status: 200 },
  /** The identity provider's token is not valid here, or no provider is configured. */
  provider_refused: { status: 200 },
  /**
   * Another account has this address; returned only after the caller has proven to own the
   * mailbox.
   */
  email_taken: { status: 200 },
  /** No product with this code is sold in this country, or at all. */
  unknown_product: { status: 404 },
  /**
   * The price differs from the price on the page. The client loads the prices again and asks the
   * buyer.
   */
  price_changed: { status: 200 },
  /** This payment method cannot be used for this purchase; the price list has the reason. */
  method_unavailable: { status: 200 },
  /** The payment provider cannot be reached or did not create a checkout. The order stays open. */
  provider_unavailable: { status: 503 },
  /** The order does not exist or belongs to another owner; both get the same answer. */
  order_not_found: { status: 404 },
  /**
   * The order is paid, cancelled or expired, or a payment may still succeed. It cannot be paid
   * again or cancelled.
   */
  order_closed: { status: 409 },
  /** The user already has a plan that renews itself. The buyer can change this plan instead. */
  subscription_exists: { status: 200 },
  /** The plan does not exist, is over, or belongs to another owner. */
  subscription_not_found: { status: 404 },
  /**
   * The plan's state does not allow the requested action: resuming, retrying or changing the plan.
   */
  subscription_unchanged: { status: 409 },
  /**
   * The charge for an earlier change of this plan is under way. The buyer has to wait for its
   * outcome. This call charged nothing.
   */
  change_under_way: { status: 409 },
  /** The charge for a renewal or a change of plan was declined. Nothing was charged. */
  payment_declined: { status: 200 },
  /**
   * The withdrawal period (14 days) is over, the order is not paid, or all of its credits are
   * used.
   */
  not_withdrawable: { status: 200 },
  /**
   * The order's remaining value was deducted from the price of a later change of plan. The buyer
   * withdraws from the order of that change instead.
   */
  deducted_by_change: { status: 200 },
  /** The payment provider's webhook message has a wrong or missing signature, or is too old. */
  invalid_signature: { status: 400 },
  /** No function has this code, or it is not configured on this server. */
  unknown_function: { status: 404 },
  /** The record does not exist or belongs to another owner; both get the same answer. */
  record_not_found: { status: 404 },
  /** The record was deleted or has expired. */
  record_gone: { status: 410 },
  /** The record to cancel has already ended. */
  record_ended: { status: 409 },
  /** The API has no such path. */
  not_found: { status: 404 },
  /** The request does not match the call's schema; `detail` names the fields that do not match. */
  invalid_request: { status: 400 },
  /** The body did not arrive within the time allowed for its size. */
  body_timeout: { status: 408 },
  /** A page of another site sent a call that changes data. */
  foreign_origin: { status: 403 },
  /** The idempotency key was used before with another file or function. */
  idempotency_conflict: { status: 409 },
  /** The start lacks the guest cookie that was set with its upload: the browser blocks cookies. */
  cookies_needed: { status: 400 },
  /** The named upload does not exist, was never finished or belongs to another owner. */
  upload_not_found: { status: 404 },
  /** Another task has already used the upload; the file is gone. */
  upload_used: { status: 409 },
  /**
   * An option lacks its picture, or the picture no longer exists, belongs to another owner or
   * is the photo of a task.
   */
  picture_not_found: { status: 404 },
  /** The file has more bytes than the function accepts. */
  file_too_large: { status: 413 },
  /** The bytes are not an image of a known format. */
  not_an_image: { status: 422 },
  /** The image file is cut off. */
  image_truncated: { status: 422 },
  /** The file is complete, but a part of it is corrupt. */
  image_damaged: { status: 422 },
  /** A known image format that this server cannot decode (for example HEIC). */
  unsupported_format: { status: 422 },
  /**
   * A known format with an unsupported compression or colour encoding (for example zstd in TIFF).
   */
  unsupported_encoding: { status: 422 },
  /** The file is a document with several pages. */
  several_pages: { status: 422 },
  /** The file is an animation with more than one frame. */
  animated_unsupported: { status: 422 },
  /** A side of the photo is shorter than the function's minimum. */
  image_too_small: { status: 422 },
  /** The photo has more pixels than the function accepts, or is a decompression bomb. */
  image_too_large: { status: 422 },
  /** Decoding exceeds the memory or time limit for a photo, or crashes the decoder. */
  image_too_complex: { status: 422 },
  /** The photo shows no object that stands out from its background. */
  no_object: { status: 422 },
  /** The function changes the painted part of the photo, and nothing is painted. */
  nothing_painted: { status: 422 },
  /** The result would be larger than a file format allows. */
  result_too_large: { status: 422 },
  /** The function only removes noise and compression blocks, and the photo has neither. */
  nothing_to_clean: { status: 422 },
  /** The photo needs none of the repairs that are switched on. */
  nothing_to_improve: { status: 422 },
  /** The run would take longer than this server allows. */
  too_slow: { status: 422 },
  /** The function's result depends on the whole photo, so it has no preview. */
  no_preview: { status: 404 },
  /** The request names an unknown option, or a value that the option does not allow. */
  invalid_options: { status: 400 },
  /** The visitor has too many tasks under way. */
  too_many_tasks: { status: 429 },
  /** Too many unused uploads by this visitor, from this IP address or in total. */
  too_many_uploads: { status: 429 },
  /** Too many new visitors from this IP address within a day. */
  too_many_guests: { status: 429 },
  /** Too many requests in a short time, or too many at the same time. */
  rate_limited: { status: 429 },
  /** The mailed link has expired, was used or altered, or does not come from this server. */
  invalid_link: { status: 200 },
  /** The server is not configured to send mail, or cannot accept a mail now. */
  mail_failed: { status: 503 },
  /** The disk is nearly full: nothing new is stored until there is space again. */
  storage_full: { status: 503 },
  /** The engine could not finish; nothing was charged. */
  engine_failed: { status: 500 },
  /** The task passed its deadline; nothing was charged. */
  task_expired: { status: 500 },
  /** The server is stopping, or a part of it is not available. */
  unavailable: { status: 503 },
  /** Unexpected error; the log has the request id. */
  internal_error: { status: 500 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errorCodes;

export const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

/** Value of the field `success` for a successful call. */
export const successCode = '1';
