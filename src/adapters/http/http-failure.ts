import { HTTPError, NetworkError, TimeoutError } from 'ky';
import { PortError, type PortFailure } from '../../../machines/ports/port-failure.ts';
import { WireMismatch } from './wire-schema.ts';

type Body = { success: string; msg: string; errorId: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the code, the text and the error id of an envelope. `success` is empty if the body is not an envelope.
 */
export function readCode(body: unknown): Body {
  if (typeof body !== 'object' || body === null) return { success: '', msg: '', errorId: '' };
  const { success, msg, errorId } = body as Record<string, unknown>;
  return { success: textOf(success), msg: textOf(msg), errorId: textOf(errorId) };
}

function failureOfStatus(error: HTTPError): PortFailure {
  const { success, msg, errorId } = readCode(error.data);
  if (success && success !== '1') {
    return { reason: 'refused', code: success, msg, ...(errorId && { errorId }) };
  }
  return { reason: 'server', msg: `HTTP ${error.response.status}` };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * True if the network failed: fetch then throws a TypeError, which ky may wrap in its own error.
 */
function isNetwork(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
  );
}

function classify(error: unknown): PortFailure {
  if (error instanceof HTTPError) return failureOfStatus(error);
  if (error instanceof TimeoutError) return { reason: 'timeout' };
  if (isAbort(error)) return { reason: 'cancelled' };
  if (isNetwork(error)) return { reason: 'offline' };
  if (error instanceof WireMismatch || error instanceof SyntaxError) {
    return { reason: 'server', msg: error.message };
  }
  return { reason: 'unexpected', msg: error instanceof Error ? error.message : String(error) };
}

/**
 * Converts any error of a call to the error that charts expect. `call` is the name of the call in
 * the contract.
 */
export function toPortError(error: unknown, call: string): PortError {
  if (error instanceof PortError) return error;
  return new PortError({ ...classify(error), call }, { cause: error });
}
