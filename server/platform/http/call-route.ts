import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { type CallName, calls } from '../../../contract/calls.ts';
import { envelope } from '../../../contract/envelope.ts';
import { type ErrorCode, successCode } from '../../../contract/error-codes.ts';
import { callHeaders } from '../../../contract/headers.ts';
import { generalRefusals } from '../../../contract/refusals.ts';
import { AppError } from '../errors.ts';
import type { ApiServer } from './api-server.ts';

type Calls = typeof calls;
type Parsed<Call, Part extends string> =
  Call extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

export type CallInput<Name extends CallName> = {
  params: Parsed<Calls[Name], 'params'>;
  query: Parsed<Calls[Name], 'query'>;
  body: Parsed<Calls[Name], 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * true outside production: an error code that the contract does not declare becomes a server
     * error
     */
    refusesUndeclared: boolean;
  }
}

const failure = envelope(z.null());

/**
 * Checks that the contract declares the code of an error.
 * @throws Error if the `refusals` of the call in the contract do not contain the code
 */
function refuseUndeclared(name: CallName, error: unknown): void {
  if (!(error instanceof AppError)) return;
  const declared: readonly ErrorCode[] = [...generalRefusals, ...calls[name].refusals];
  if (declared.includes(error.code)) return;
  throw new Error(
    `${name} was refused with the code ${error.code}. Add the code to the refusals of the call in contract/.`,
    {
      cause: error,
    },
  );
}

/**
 * Serves one call of the contract. Parses the input with the schemas of the call, checks the result
 * against `obj`, and wraps it in the envelope. The error handler handles errors.
 */
export function serveCall<Name extends CallName>(
  server: ApiServer,
  name: Name,
  handle: (input: CallInput<Name>) => Promise<z.input<Calls[Name]['obj']>>,
  options: Pick<RouteShorthandOptions, 'config' | 'bodyLimit'> = {},
): void {
  const call: {
    method: string;
    path: string;
    params?: z.ZodObject;
    query?: z.ZodObject;
    body?: z.ZodObject;
    obj: z.ZodType;
    summary: string;
  } = calls[name];
  server.route({
    ...options,
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      operationId: name,
      summary: call.summary,
      // The schema allows other headers, because Fastify replaces all headers with the parsed
      // headers.
      headers: callHeaders.loose(),
      ...(call.params ? { params: call.params } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { 200: envelope(call.obj), '4xx': failure, '5xx': failure },
    },
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      try {
        // The cast is safe, because the schemas above are the parts of CallInput.
        const obj = await handle({ ...input, request, reply } as CallInput<Name>);
        return { success: successCode, msg: '', obj };
      } catch (error) {
        if (server.refusesUndeclared) refuseUndeclared(name, error);
        throw error;
      }
    },
  });
}

/**
 * Returns a signal that aborts if the client disconnects before the answer, or has already
 * disconnected.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply.request;
  // A complete request also emits `close`, so its `close` does not mean that the client has left.
  const hasArrived = raw.readableEnded;
  // A client that has disconnected before this line causes no further close event.
  if ((raw.destroyed && !hasArrived) || raw.socket.destroyed) gone.abort();
  // While an earlier answer occupies the connection, only the request gets the close event.
  const sides = hasArrived ? [reply.raw] : [raw, reply.raw];
  for (const side of sides) side.once('close', () => gone.abort());
  return gone.signal;
}
