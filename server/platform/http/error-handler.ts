import { channel } from 'node:diagnostics_channel';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Envelope } from '../../../contract/envelope.ts';
import type { ErrorCode } from '../../../contract/error-codes.ts';
import { isDatabaseAway } from '../database/database-away.ts';
import { AppError } from '../errors.ts';
import { hasUnreadBody } from './body-deadline.ts';
import { readTarget } from './request-target.ts';
import type { WordsOf } from './words.ts';

declare module 'fastify' {
  interface FastifyInstance {
    wordsOf: WordsOf;
  }
  interface FastifyContextConfig {
    /** true: the route itself reads the body while it arrives */
    readsBody?: boolean;
    /** true: this GET stores something, so it is refused if a page of another site sends it */
    stores?: boolean;
  }
}

/**
 * Thrown if the request does not match its schema. Only the message of this error may be sent to
 * the client.
 */
class InvalidFields extends AppError {
  constructor(message: string) {
    super('invalid_request', message);
  }
}

/** Codes for a full disk, of the operating system and of Postgres (disk_full). */
const noSpaceCodes = ['ENOSPC', 'EDQUOT', '53100'];

function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  const isKnown = noSpaceCodes.includes(code ?? '') || /no space left on device/i.test(message);
  return isKnown || isOutOfSpace(error.cause);
}

/** Converts any error to an AppError with a code of the contract. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutOfSpace(error)) {
    return new AppError('storage_full', 'no space left on the disk', { cause: error });
  }
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'the database is unreachable', { cause: error });
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const where = error.validationContext ?? 'request';
    const problems = error.validation.map(
      (issue) => `${where}${issue.instancePath.replaceAll('/', '.')}: ${issue.message ?? 'wrong'}`,
    );
    return new InvalidFields(problems.join('; '));
  }
  if (isResponseSerializationError(error)) {
    return new AppError('internal_error', 'the response does not match its schema', {
      cause: error,
    });
  }
  const { statusCode, message } = error as Partial<FastifyError>;
  if (statusCode === 429) return new AppError('rate_limited', 'too many requests');
  if (statusCode === 404) return new AppError('not_found', message ?? 'not found');
  if (statusCode === 503) return new AppError('unavailable', 'the server is stopping');
  if (statusCode !== undefined && statusCode < 500) {
    return new AppError('invalid_request', message ?? 'invalid request');
  }
  return new AppError('internal_error', 'unexpected error', { cause: error });
}

/**
 * Returns the id of a request whose failure was logged at this level, or null if the log has no
 * such line. The log of an address with too many requests is silent.
 */
export const idInLog = ({ id, log }: FastifyRequest, level: 'info' | 'warn' | 'error') =>
  (log as Logger).isLevelEnabled(level) ? id : null;

/** Channel of diagnostics_channel for failures that are answered. */
export const answeredFailure = 'lightwell:failure';
export type AnsweredFailure = { code: ErrorCode };

/** Refusals with an error id, because the visitor cannot see the cause and asks the operator. */
const codesWithId: readonly ErrorCode[] = ['payment_declined'];

/**
 * Logs a failure with its cause. The cause is never sent to the client.
 * @returns the error id for the visitor, or null if there is none, or no line in the log
 */
export function logFailure(known: AppError, request: FastifyRequest): string | null {
  const { log } = request;
  const { code, status, cause, message } = known;
  channel(answeredFailure).publish({ code } satisfies AnsweredFailure);
  if (status < 500) {
    log.info({ code }, message);
    return codesWithId.includes(code) ? idInLog(request, 'info') : null;
  }
  const level = status === 503 ? 'warn' : 'error';
  if (level === 'warn') log.warn({ code, err: cause }, message);
  else log.error({ code, err: cause ?? known }, message);
  return idInLog(request, level);
}

/** Answers with the envelope of a failure. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error);
  const errorId = logFailure(known, request);
  // The connection is closed, because otherwise Node would parse the unread bytes of the body as
  // the next request.
  if (hasUnreadBody(request)) reply.header('connection', 'close');
  if (known.retryAfterMs !== null) {
    reply.header('retry-after', Math.ceil(known.retryAfterMs / 1000));
  }
  const words = request.server.wordsOf(known.code, request.headers['accept-language']);
  const msg = words.replace('{path}', () => readTarget(request.raw.url).path);
  const envelope: Envelope<null> = { success: known.code, msg, obj: null };
  if (known instanceof InvalidFields) envelope.detail = known.message;
  if (errorId) envelope.errorId = errorId;
  return reply.code(known.status).send(envelope);
}
