import ky, { HTTPError, type Options } from 'ky';
import { z } from 'zod';

export type AirwallexConfig = {
  clientId: string;
  apiKey: string;
  webhookSecret: string;
  apiUrl: string;
};

/** The version whose fields are read here. */
const apiVersion = '2025-02-14';

/** A visitor waits for it; a call is repeated once, as each has a key of its own. */
const options: Options = {
  timeout: 10_000,
  retry: {
    limit: 1,
    methods: ['get', 'post'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    afterStatusCodes: [429, 503],
    maxRetryAfter: 2000,
  },
};

/** What Airwallex answered instead of doing it. */
export class AirwallexError extends Error {
  override name = 'AirwallexError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(`${status} ${code}: ${message}`, options);
    this.status = status;
    this.code = code;
  }
}

const refusal = z.object({ code: z.string(), message: z.string().default('') });
const login = z.object({ token: z.string().min(1), expires_at: z.string() });

/** A token is not used in its last minute. */
const marginMs = 60_000;

type Token = { value: string; until: number };

export type AirwallexClient = {
  /** @throws AirwallexError, or what ky throws when there is no answer */
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

/** `2026-11-23T09:00:00+0000`, whose zone Date does not read without a colon. */
const timeOf = (text: string) => Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));

async function toError(error: unknown): Promise<unknown> {
  if (!(error instanceof HTTPError)) return error;
  const { status } = error.response;
  const parsed = refusal.safeParse(error.data);
  const { code, message } = parsed.success ? parsed.data : { code: 'unknown', message: '' };
  return new AirwallexError(status, code, message, { cause: error });
}

export function createAirwallexClient(config: AirwallexConfig, now: () => Date): AirwallexClient {
  const http = ky.create({
    ...options,
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

  /** One sign-in for all who wait for it; one that failed is forgotten. */
  async function tokenOf(): Promise<string> {
    const known = await token?.catch(() => null);
    if (known && known.until > now().getTime()) return known.value;
    const asked = signIn();
    token = asked;
    return (await asked).value;
  }

  async function call(path: string, rest: Options): Promise<unknown> {
    const send = async () =>
      await http(path, { ...rest, headers: { authorization: `Bearer ${await tokenOf()}` } }).json();
    return await send().catch(async (error: unknown) => {
      // A token may end before its time, for example when the key is changed.
      if (!(error instanceof HTTPError) || error.response.status !== 401) throw error;
      token = null;
      return await send();
    });
  }

  const told = async (path: string, rest: Options) =>
    await call(path, rest).catch(async (error: unknown) => {
      throw await toError(error);
    });

  return {
    get: async (path, schema, query = {}) =>
      schema.parse(await told(path, { method: 'get', searchParams: query })),
    post: async (path, schema, body) =>
      schema.parse(await told(path, { method: 'post', json: body })),
  };
}
