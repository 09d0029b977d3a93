/**
 * The message (locales/<lang>/messages.json) for each code of the API (contract/error-codes.ts): the
 * browser shows it, and the server puts it into the envelope for other clients.
 */
export const codeMessages = {
  10009: 'signIn.ended',
  51008: 'failure.unavailableHere',
  51009: 'dialog.creditsNotEnough.message',
  daily_limit: 'limit.textUnknown',
  unknown_function: 'failure.unknownFunction',
  record_not_found: 'failure.recordUnknown',
  record_gone: 'failure.gone',
  record_ended: 'failure.recordEnded',
  not_found: 'failure.notFound',
  invalid_request: 'failure.invalidRequest',
  body_timeout: 'failure.slowConnection',
  foreign_origin: 'failure.foreignOrigin',
  idempotency_conflict: 'failure.conflict',
  cookies_needed: 'failure.cookies',
  upload_not_found: 'failure.upload',
  upload_used: 'failure.uploadUsed',
  file_too_large: 'failure.fileTooLarge',
  not_an_image: 'failure.notAnImage',
  image_truncated: 'failure.truncated',
  unsupported_format: 'failure.unsupported',
  animated_unsupported: 'failure.animated',
  image_too_small: 'failure.tooSmall',
  image_too_large: 'failure.tooLarge',
  image_too_complex: 'failure.tooComplex',
  result_too_large: 'obstacle.result',
  too_slow: 'obstacle.slow',
  invalid_options: 'failure.invalidOptions',
  too_many_tasks: 'failure.tooManyTasks',
  too_many_uploads: 'failure.tooManyUploads',
  too_many_guests: 'failure.tooManyGuests',
  rate_limited: 'failure.rateLimited',
  storage_full: 'failure.storageFull',
  engine_failed: 'failure.engine',
  task_expired: 'failure.expired',
  unavailable: 'failure.unavailable',
  internal_error: 'failure.server',
} as const;

/**
 * The same for codes that only calls about an account and mail answer. No page makes such a call yet, so
 * the words are in no page's messages (0306).
 */
export const accountCodeMessages = {
  invalid_email: 'failure.invalidEmail',
  invalid_code: 'failure.invalidCode',
  code_expired: 'failure.codeExpired',
  too_many_tries: 'failure.tooManyTries',
  code_too_soon: 'failure.codeTooSoon',
  invalid_credentials: 'failure.invalidCredentials',
  weak_password: 'failure.weakPassword',
  email_unverified: 'failure.emailUnverified',
  provider_refused: 'failure.providerRefused',
  email_taken: 'failure.emailTaken',
  invalid_link: 'failure.invalidLink',
  mail_failed: 'failure.mailFailed',
} as const;
