import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import type { Envelope } from '../../contract/envelope.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { AppError } from '../errors.ts';

const failure = (success: ErrorCode, msg: string): Envelope<null> => ({ success, msg, obj: null });

/** Maps every failure to the error catalogue. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const where = error.validationContext ?? 'request';
    const problems = error.validation.map(
      (issue) => `${where}${issue.instancePath.replaceAll('/', '.')}: ${issue.message ?? 'wrong'}`,
    );
    return new AppError('invalid_request', problems.join('; '));
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

/** The envelope of a failure. The cause of an unexpected one is logged and not revealed. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error);
  if (known.status >= 500) request.log.error({ err: known.cause ?? known }, known.message);
  else request.log.info({ code: known.code }, known.message);
  return reply.code(known.status).send(failure(known.code, known.message));
}
