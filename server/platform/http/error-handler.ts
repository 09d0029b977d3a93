import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import type { Envelope } from '../../../contract/envelope.ts';
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
    /** the route reads the body itself, while it arrives */
    readsBody?: boolean;
    /** a GET that stores something: refused, like a change, when sent by a page of another site */
    stores?: boolean;
  }
}

/** A request that does not fit its schema; the only failure whose message may leave the server. */
class InvalidFields extends AppError {
  constructor(message: string) {
    super('invalid_request', message);
  }
}

/** Out-of-space codes of the system and of Postgres (disk_full). */
const noSpaceCodes = ['ENOSPC', 'EDQUOT', '53100'];

function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  const isKnown = noSpaceCodes.includes(code ?? '') || /no space left on device/i.test(message);
  return isKnown || isOutOfSpace(error.cause);
}

/** Maps every failure to the error catalogue. */
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

/** Logs a failure; an unexpected one with its cause, which is never part of the answer. */
export function logFailure(known: AppError, { log }: FastifyRequest): void {
  if (known.status < 500) log.info({ code: known.code }, known.message);
  else if (known.status === 503) log.warn({ code: known.code }, known.message);
  else log.error({ err: known.cause ?? known }, known.message);
}

/** The envelope of a failure. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error);
  logFailure(known, request);
  // Unread bytes of the body would be parsed as the next request.
  if (hasUnreadBody(request)) reply.header('connection', 'close');
  if (known.retryAfterMs !== null) {
    reply.header('retry-after', Math.ceil(known.retryAfterMs / 1000));
  }
  const words = request.server.wordsOf(known.code, request.headers['accept-language']);
  const msg = words.replace('{path}', () => readTarget(request.raw.url).path);
  const envelope: Envelope<null> = { success: known.code, msg, obj: null };
  if (known instanceof InvalidFields) envelope.detail = known.message;
  return reply.code(known.status).send(envelope);
}
