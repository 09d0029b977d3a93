import type { SendAnswer } from '../../../machines/ports/event-queue.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import type { EventRow } from './event-rows.ts';
import { type Reading, readAnswer, readRetryAfter } from './read-answer.ts';

export type Collector = {
  key: string;
  zone: 'US' | 'EU';
  /** true to use the collector's endpoint for large batches */
  batch: boolean;
  /** the setting AMPLITUDE_SERVER_URL, which replaces the zone's URL; null if not set */
  serverUrl: string | null;
  minIdLength: number | null;
};

const hosts = { US: 'https://api2.amplitude.com', EU: 'https://api.eu.amplitude.com' };

/** Returns the URL of the collector (R60). */
export const addressOf = ({ zone, batch, serverUrl }: Collector): string =>
  serverUrl ?? `${hosts[zone]}${batch ? '/batch' : '/2/httpapi'}`;

/** browsers refuse larger `keepalive` bodies; the limit of 64 KiB also applies to other requests */
const keepaliveBytes = 60_000;
const usualPatienceMs = 30_000;

/** Returns the body of a request. The rows are already JSON and are only joined. */
const bodyOf = (
  { key, minIdLength }: Collector,
  rows: readonly EventRow[],
  uploadTime: string,
): string => {
  const options = minIdLength === null ? {} : { min_id_length: minIdLength };
  const events = rows.map(({ json }) => json).join(',');
  return `{"api_key":${JSON.stringify(key)},"events":[${events}],"options":${JSON.stringify(options)},"client_upload_time":${JSON.stringify(uploadTime)}}`;
};

type World = {
  fetch: typeof fetch;
  now: () => number;
  random: () => number;
  /** time limit for an answer, in milliseconds */
  patienceMs?: number;
};

/**
 * Returns a function that sends a batch once and interprets the answer. A small body is sent with
 * `keepalive`, so that closing the page does not interrupt the request.
 */
export const createSender =
  (collector: Collector, { fetch, now, random, patienceMs = usualPatienceMs }: World) =>
  async (rows: readonly EventRow[], signal: CancelSignal): Promise<SendAnswer> => {
    const control = new AbortController();
    const abort = () => control.abort();
    signal.addEventListener('abort', abort);
    const patience = setTimeout(abort, patienceMs);
    const answer = (reading: Reading, retryAfterMs: number | null = null): SendAnswer =>
      ({ ...reading, retryAfterMs, draw: random(), at: now() }) as SendAnswer;
    let response: Response | null = null;
    try {
      const body = new TextEncoder().encode(bodyOf(collector, rows, new Date(now()).toISOString()));
      response = await fetch(addressOf(collector), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: '*/*' },
        body,
        keepalive: body.byteLength <= keepaliveBytes,
        credentials: 'omit',
        redirect: 'manual',
        signal: control.signal,
      });
      const text = await response.text();
      const retryAfter = readRetryAfter(response.headers.get('Retry-After'), now());
      return answer(readAnswer(response.status, text, rows), retryAfter);
    } catch {
      // A batch counts as sent after a partial answer or a timeout, because the collector may have
      // received it. Without any answer, it does not count.
      return answer({ kind: response || control.signal.aborted ? 'failed' : 'unreachable' });
    } finally {
      clearTimeout(patience);
      signal.removeEventListener('abort', abort);
    }
  };
