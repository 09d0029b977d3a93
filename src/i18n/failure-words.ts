import type { MessageId } from './message-id.ts';

/** By the stable codes of the API (contract/error-codes.ts). */
const byCode: Record<string, MessageId> = {
  unknown_function: 'failure.unknownFunction',
  record_gone: 'failure.gone',
  cookies_needed: 'failure.cookies',
  upload_not_found: 'failure.upload',
  upload_used: 'failure.upload',
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
  too_many_tasks: 'failure.tooManyTasks',
  rate_limited: 'failure.rateLimited',
  engine_failed: 'failure.engine',
  task_expired: 'failure.expired',
  unavailable: 'failure.unavailable',
  internal_error: 'failure.server',
};

const byReason: Record<string, MessageId> = {
  offline: 'failure.offline',
  timeout: 'failure.timeout',
  server: 'failure.server',
  unsupported: 'failure.unsupported',
  // a refusal without a code comes from the storage
  refused: 'failure.uploadRefused',
};

type Failure = { reason: string; code?: string | undefined };

/** The message for a code of the API; undefined if there is none. */
export const codeWords = (code: string | null | undefined): MessageId | undefined =>
  code ? byCode[code] : undefined;

/** The message for a failed call. Only a refusal without a code comes from the storage. */
export const failureWords = ({ reason, code }: Failure): MessageId =>
  codeWords(code) ?? (code ? undefined : byReason[reason]) ?? 'failure.unexpected';

/** The message for a record without news, while it is asked for again. */
export const lostWords = ({ reason }: Failure): MessageId =>
  reason === 'offline' ? 'result.lost' : 'result.unanswered';
