import ky, { HTTPError, type Options } from 'ky';
import { z } from 'zod';
import type { AirwallexConfig } from '../../platform/config/payments-config.ts';

/** The version of Airwallex's API whose fields this client reads. */
const apiVersion = '2025-02-14';

/** Time limit of a request. It is short, because a visitor waits. */
const usualTimeoutMs = 10_000;

/** Each call has its own idempotency key, so it can be repeated once. */
const options: Options = {
  retry: {
    limit: 1,
    methods: ['get', 'post'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    afterStatusCodes: [429, 503],
    maxRetryAfter: 2000,
  },
};

/** Thrown if Airwallex answers with an error. */
export class AirwallexError extends Error {
  override name = 'AirwallexError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`Airwallex answered ${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

const refusal = z.object({ code: z.string(), message: z.string().default('') });
const login = z.object({ token: z.string().min(1), expires_at: z.string() });

/** Tokens are not used in their last minute before they expire. */
const marginMs = 60_000;

type Token = { value: string; until: number };

export type AirwallexClient = {
  /**
   * Sends a GET request.
   * @throws AirwallexError for an error answer, another error if there is no answer
   */
  get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    query?: Record<string, string>,
  ): Promise<z.output<Schema>>;
  post<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    body: object,
  ): Promise<z.output<Schema>>;
};

/** Parses a time like `2026-11-23T09:00:00+0000`, because Date needs a colon in the zone. */
const timeOf = (text: string) => Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));

/** Converts an error. Removes the library's request data, which contains the token. */
function toError(error: unknown): Error {
  if (!(error instanceof HTTPError)) {
    return new Error(`Airwallex did not answer: ${error instanceof Error ? error.name : error}`);
  }
  const parsed = refusal.safeParse(error.data);
  const { code, message } = parsed.success ? parsed.data : { code: 'unknown', message: '' };
  return new AirwallexError(error.response.status, code, message);
}

export function createAirwallexClient(config: AirwallexConfig, now: () => Date): AirwallexClient {
  const http = ky.create({
    ...options,
    timeout: config.timeoutMs ?? usualTimeoutMs,
    prefix: `${config.apiUrl}/api/v1/`,
    headers: { 'x-api-version': apiVersion },
  });
  let token: Promise<Token> | null = null;

  async function signIn(): Promise<Token> {
    const headers = { 'x-client-id': config.clientId, 'x-api-key': config.apiKey };
    const { token: value, expires_at } = login.parse(
      await http.post('authentication/login', { headers }).json(),
    );
    return { value, until: timeOf(expires_at) - marginMs };
  }

  function renew(): Promise<Token> {
    token = signIn();
    return token;
  }

  /** Returns a token. Concurrent calls share one sign-in. A failed sign-in is not cached. */
  async function tokenOf(): Promise<string> {
    if (token === null) return (await renew()).value;
    const current = token;
    const known = await current.catch(() => null);
    if (known && known.until > now().getTime()) return known.value;
    if (token === current) token = null;
    return (await (token ?? renew())).value;
  }

  async function call(path: string, rest: Options): Promise<unknown> {
    const send = async () =>
      await http(path, { ...rest, headers: { authorization: `Bearer ${await tokenOf()}` } }).json();
    return await send().catch(async (error: unknown) => {
      // A token may become invalid early, for example after a change of the key.
      if (!(error instanceof HTTPError) || error.response.status !== 401) throw error;
      token = null;
      return await send();
    });
  }

  const callOrThrow = async (path: string, rest: Options) =>
    await call(path, rest).catch((error: unknown) => {
      throw toError(error);
    });

  return {
    get: async (path, schema, query = {}) =>
      schema.parse(await callOrThrow(path, { method: 'get', searchParams: query })),
    post: async (path, schema, body) =>
      schema.parse(await callOrThrow(path, { method: 'post', json: body })),
  };
}
