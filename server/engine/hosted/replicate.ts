import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { HostedAccount } from '../engine-options.ts';
import { throwIfCancelled } from '../pool/messages.ts';

/*
 * Replicate's HTTP API, as far as this product uses it. A photo is a file of the account, because a
 * data URL may have only 256 KB. The API has no idempotency keys.
 */

const identifier = z.string().regex(/^[\w-]{1,100}$/);

const prediction = z.object({
  id: identifier,
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  input: z.record(z.string(), z.unknown()).nullish(),
  /** null also if the provider has deleted the output, which it does after an hour */
  output: z.unknown(),
  error: z.unknown(),
  logs: z.string().nullish(),
});
export type Prediction = z.infer<typeof prediction>;

const file = z.object({ id: identifier, urls: z.object({ get: z.url() }) });
const page = z.object({ results: z.array(prediction) });

/** The provider refuses a request. `message` is for the log. */
class RequestRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Nothing has answered, or something other than the API. The request may have been carried out. */
export class NoAnswer extends Error {}

const answerMs = 30_000;
const uploadMs = 300_000;
/** Refusals of a cancellation that do not mean that the prediction has ended. */
const mayStillRun = [401, 403, 429];
/** Time for a last request of a job that has ended. */
const lastMs = 5000;

const tries = 8;
const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** Longest pause that the provider can ask for. */
const longestThrottleMs = 60_000;

/** Pause before another try. It grows with each try. */
export const pauseMs = (n: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** (n - 1));

/** Messages of models may contain signed addresses, which do not belong into a log. */
export const withoutAddresses = (text: string) =>
  text.replace(/\b(https?|data):\S+/g, '(address)').slice(0, 300);

type Request = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: string | FormData;
  headers?: Record<string, string>;
  ms?: number;
};

export type Replicate = ReturnType<typeof openReplicate>;

/** @param signal aborts requests and pauses, which then reject with the code `cancelled` */
export function openReplicate({ url, token }: HostedAccount, signal: AbortSignal) {
  const authorization = { authorization: `Bearer ${token}` };

  async function once({ method, path, body, headers, ms = answerMs }: Request, until: AbortSignal) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${path}`, {
        method,
        headers: { ...authorization, ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.any([until, AbortSignal.timeout(ms)]),
      });
      text = await response.text();
    } catch {
      throwIfCancelled({ signal: until });
      throw new NoAnswer(`The provider did not answer ${method} ${path}`);
    }
    if (response.ok) return text;
    const message = `The provider answered ${method} ${path} with ${response.status}: ${withoutAddresses(text)}`;
    if (response.status >= 500) throw new NoAnswer(message);
    if (response.status !== 429) throw new RequestRefused(response.status, message);
    const seconds = Number(response.headers.get('retry-after') ?? 'unknown');
    return { throttledMs: seconds * 1000, message };
  }

  /**
   * Waits while the provider throttles, because a throttled request was not carried out.
   * @param isRepeatable true if it does no harm to carry the request out twice
   * @param until interrupts the request, but not the pauses
   */
  async function send(request: Request, isRepeatable: boolean, until = signal): Promise<string> {
    for (let n = 1; ; n += 1) {
      try {
        const answer = await once(request, until);
        if (typeof answer === 'string') return answer;
        if (n === tries) throw new RequestRefused(429, answer.message);
        const asked = Math.min(longestThrottleMs, answer.throttledMs);
        await pause(Number.isFinite(asked) ? Math.max(asked, firstPauseMs) : pauseMs(n));
      } catch (error) {
        if (!isRepeatable || !(error instanceof NoAnswer) || n === tries) throw error;
        await pause(pauseMs(n));
      }
    }
  }

  /** Sends a request of a job that has ended. Its failure is ignored. */
  async function sendLast(request: Request): Promise<void> {
    await once(request, AbortSignal.timeout(lastMs)).catch(() => undefined);
  }

  async function pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal }).catch(() => undefined);
    throwIfCancelled({ signal });
  }

  return {
    pause,
    /** Stores a PNG. The provider deletes it after 24 hours, unless `removeFile` does so earlier. */
    async upload(png: Uint8Array<ArrayBuffer>) {
      const body = new FormData();
      body.append('content', new Blob([png], { type: 'image/png' }), 'photo.png');
      const text = await send({ method: 'POST', path: '/files', body, ms: uploadMs }, true);
      const { id, urls } = parsed(file, text);
      return { id, url: urls.get };
    },
    removeFile: (id: string) => sendLast({ method: 'DELETE', path: `/files/${id}` }),
    /**
     * An abort does not interrupt this request, because only its answer names the prediction to
     * cancel.
     * @throws NoAnswer if the prediction may have been created
     */
    async create(version: string, input: Record<string, unknown>, seconds: number) {
      throwIfCancelled({ signal });
      const headers = { 'content-type': 'application/json', 'cancel-after': `${seconds}s` };
      const body = JSON.stringify({ version, input });
      const request = { method: 'POST', path: '/predictions', body, headers } as const;
      const text = await send(request, false, new AbortController().signal);
      return parsed(prediction, text);
    },
    async get(id: string): Promise<Prediction | undefined> {
      try {
        const text = await send({ method: 'GET', path: `/predictions/${id}` }, true);
        return parsed(prediction, text);
      } catch (error) {
        if (error instanceof RequestRefused && error.status === 404) return undefined;
        throw error;
      }
    },
    /** Finds a recent prediction by the address of its photo. */
    async find(photo: string): Promise<Prediction | undefined> {
      const text = await send({ method: 'GET', path: '/predictions' }, true);
      return parsed(page, text).results.find(({ input }) =>
        Object.values(input ?? {}).includes(photo),
      );
    },
    /** Does nothing if the prediction has ended or does not exist. */
    async cancel(id: string): Promise<void> {
      try {
        await send({ method: 'POST', path: `/predictions/${id}/cancel` }, true);
      } catch (error) {
        const isOver = error instanceof RequestRefused && !mayStillRun.includes(error.status);
        if (!isOver) throw error;
      }
    },
    /** Headers to fetch an output with. */
    authorization,
  };
}

function parsed<Value>(shape: z.ZodType<Value>, text: string): Value {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new NoAnswer('The provider answered with something else than the API describes');
  }
}
