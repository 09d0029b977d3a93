import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Envelope } from '../../../contract/envelope.ts';
import { type ErrorCode, errorCodes } from '../../../contract/error-codes.ts';
import { bareHeaders } from './security-headers.ts';
import type { WordsOf } from './words.ts';

type Refusal = { code: ErrorCode; status?: number };

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'body_timeout' },
  HPE_HEADER_OVERFLOW: { code: 'invalid_request', status: 431 },
};

/** Returns the bytes of an answer to a request that has not reached Fastify. */
function bareAnswer(
  { code, status = errorCodes[code].status }: Refusal,
  options: { https: boolean; words: (code: ErrorCode) => string },
): { status: number; headers: Record<string, string>; body: string } {
  const envelope: Envelope<null> = { success: code, msg: options.words(code), obj: null };
  const body = JSON.stringify(envelope);
  const headers = {
    ...bareHeaders(options),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status, headers, body };
}

/** Refuses a request before it reaches Fastify, and closes the connection. */
export function refuseBare(
  { headers }: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  { https, words }: { https: boolean; words: WordsOf },
): void {
  const inLanguage = (of: ErrorCode) => words(of, headers['accept-language']);
  const answer = bareAnswer({ code }, { https, words: inLanguage });
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Answers bytes that are not an HTTP request, and a request that arrives too slowly. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  options: { https: boolean; words: (code: ErrorCode) => string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusals[error.code ?? ''] ?? { code: 'invalid_request' };
  const { status, headers, body } = bareAnswer(refusal, options);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // Destroys the socket after the answer, because a client might never close its side.
  socket.destroySoon();
}
