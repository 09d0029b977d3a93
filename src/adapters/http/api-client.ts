import ky, { type Options } from 'ky';
import type { CallName } from '../../../contract/calls.ts';
import type { Caller } from '../../../machines/model/user.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { toAbortSignal } from '../abort-signal.ts';
import { callHeaders } from './call-headers.ts';
import { readCode, toPortError } from './http-failure.ts';
import { readWire } from './wire-schema.ts';
import type { CallAnswer, WireCall, WirePart } from './wire-table.ts';

type Value = string | number | boolean | null | undefined;

type CallOptions = {
  /** values for the {name} placeholders in the path */
  params?: Record<string, string>;
  /** body of a POST or PUT, or query parameters of other calls (R31) */
  payload?: Record<string, unknown>;
  /** token of the session to end; by default, the current caller's token (R30) */
  token?: string;
  signal?: CancelSignal;
  /** milliseconds added to the call's own time limit, for a long poll */
  extraTimeoutMs?: number;
};

/** Sends a call to the server; rejects only with a PortError. */
export type CallApi = <Name extends CallName>(
  name: Name,
  options?: CallOptions,
) => Promise<CallAnswer<Name>>;

/** Returns the identity to send a call with. Resolves as soon as the identity is known. */
export type WhoCalls = () => Promise<Caller>;

type ApiSettings = {
  /** origin and path before `/v1`; a relative path uses the page's own origin */
  baseUrl: string;
  /** the site identifier of R30 */
  website: string;
  /** wire data of the calls that most visits make */
  wire: WirePart;
  /** loads the wire data of all other calls */
  laterWire: () => Promise<WirePart>;
  locale: () => string;
  caller: WhoCalls;
  /** called when the server has accepted a call that is not a GET */
  onWrite?: (name: CallName) => void;
  fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
};

const retriedStatus = [408, 409, 425, 429, 500, 502, 503, 504];

/**
 * Settings for retries (R32). Only a GET is repeated, once, and only after these statuses. A call
 * is not repeated without a network, or if the server requests a longer pause than `maxRetryAfter`.
 */
const retry = {
  limit: 1,
  methods: ['get'],
  statusCodes: retriedStatus,
  afterStatusCodes: [429, 503],
  maxRetryAfter: 2000,
  shouldRetry: ({ error }: { error: Error }) => (error.name === 'HTTPError' ? undefined : false),
};

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function toQuery(payload: Record<string, unknown>): Record<string, string> {
  const present = Object.entries(payload as Record<string, Value>).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function payloadOptions(wireCall: WireCall, payload: Record<string, unknown> | undefined): Options {
  if (!payload) return {};
  const hasBody = wireCall.method === 'POST' || wireCall.method === 'PUT';
  return hasBody ? { json: payload } : { searchParams: toQuery(payload) };
}

/**
 * Returns the content of an answer (R34, R35). For `success` "1", this is `obj`, or the whole
 * answer without `obj`. For a falsy `success`, this is the unchanged answer. Any other value of
 * `success` is a refusal and throws.
 */
function openEnvelope(wireCall: WireCall, name: CallName, body: unknown): unknown {
  const { success, msg } = readCode(body);
  if (success !== '1' && success !== '') {
    throw new PortError({ reason: 'refused', code: success, msg, call: name });
  }
  const obj = (body as { obj?: unknown } | null)?.obj;
  const isBare = success === '' || (obj === undefined && wireCall.obj.type !== 'null');
  return readWire(wireCall.obj, isBare ? body : (obj ?? null), name);
}

/** True if the server refused the sender's session, and the page has a newer session by now. */
const isReplaced = ({ failure }: PortError, sender: Caller, now: Caller): boolean =>
  failure.code === '10009' &&
  now.kind === 'user' &&
  (sender.kind === 'guest' || sender.token !== now.token);

export function createApi(settings: ApiSettings): CallApi {
  const { baseUrl, wire, laterWire, caller, onWrite, fetch } = settings;
  const client = ky.create({
    prefix: baseUrl,
    cache: 'no-store',
    credentials: 'include',
    retry,
    ...(fetch ? { fetch } : {}),
  });
  return async (name, { params = {}, payload, token, signal, extraTimeoutMs = 0 } = {}) => {
    const sender = token === undefined ? await caller() : ({ kind: 'user', token } as const);
    try {
      const wireCall = wire[name] ?? (await laterWire())[name];
      if (!wireCall) throw new Error(`Unknown API call "${name}". Add it to the wire table.`);
      const body = await client(fillPath(wireCall.path, params), {
        method: wireCall.method,
        timeout: wireCall.timeoutMs + extraTimeoutMs,
        headers: callHeaders(settings, sender),
        ...payloadOptions(wireCall, payload),
        ...(signal ? { signal: toAbortSignal(signal) } : {}),
      }).json();
      const answer = openEnvelope(wireCall, name, body) as CallAnswer<typeof name>;
      if (wireCall.method !== 'GET') onWrite?.(name);
      return answer;
    } catch (error) {
      const failed = toPortError(error, name);
      if (token !== undefined || !isReplaced(failed, sender, await caller())) throw failed;
      // the visitor needs no sign-in, but can try again
      const msg = 'Another session has begun since this call was sent.';
      throw new PortError({ reason: 'server', msg, call: name }, { cause: error });
    }
  };
}
