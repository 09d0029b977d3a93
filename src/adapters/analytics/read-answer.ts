import type { SendAnswer } from '../../../machines/ports/event-queue.port.ts';
import type { EventRow } from './event-rows.ts';

type Body = Readonly<Record<string, unknown>>;

export type Reading = SendAnswer extends infer One
  ? One extends SendAnswer
    ? Omit<One, 'retryAfterMs' | 'draw' | 'at'>
    : never
  : never;

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): Body => {
  try {
    const value: unknown = JSON.parse(text);
    return isBody(value) ? value : {};
  } catch {
    return {};
  }
};

/**
 * Returns the indexes of all named events. The answer lists indexes by field: `{"time": [1, 3]}`.
 * Indexes outside the batch are ignored.
 */
const indexesOf = (value: unknown, count: number): number[] =>
  isBody(value)
    ? Object.values(value)
        .flat()
        .filter(
          (one): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) < count,
        )
    : [];

const namesOf = (value: unknown): readonly string[] => (isBody(value) ? Object.keys(value) : []);

const rowsOf = (rows: readonly EventRow[], users: readonly string[], devices: readonly string[]) =>
  rows.flatMap(({ userId, deviceId }, index) =>
    (userId !== null && users.includes(userId)) || (deviceId !== null && devices.includes(deviceId))
      ? [index]
      : [],
  );

function readInvalid(body: Body, rows: readonly EventRow[]): Reading {
  const says = typeof body.error === 'string' ? body.error : '';
  if (body.missing_field === 'api_key' || /api[ _]key/i.test(says)) return { kind: 'badKey' };
  const all = rows.map((_, index) => index);
  if (typeof body.missing_field === 'string') return { kind: 'invalid', indexes: all };
  const named = [
    ...indexesOf(body.events_with_invalid_fields, rows.length),
    ...indexesOf(body.events_with_missing_fields, rows.length),
    ...indexesOf(body.events_with_invalid_id_lengths, rows.length),
    ...indexesOf({ all: body.silenced_events }, rows.length),
    ...rowsOf(rows, [], Array.isArray(body.silenced_devices) ? body.silenced_devices : []),
  ];
  const indexes = [...new Set(named)].sort((a, b) => a - b);
  // a refusal that names no event may come from a proxy, so it counts as a failure
  return indexes.length > 0 ? { kind: 'invalid', indexes } : { kind: 'failed' };
}

function readLimited(body: Body, rows: readonly EventRow[]): Reading {
  const quota = rowsOf(
    rows,
    namesOf(body.exceeded_daily_quota_users),
    namesOf(body.exceeded_daily_quota_devices),
  );
  const throttled = [
    ...indexesOf({ all: body.throttled_events }, rows.length),
    ...rowsOf(rows, namesOf(body.throttled_users), namesOf(body.throttled_devices)),
  ];
  const isOver = new Set(quota);
  return {
    kind: 'limited',
    quota,
    throttled: [...new Set(throttled)].filter((index) => !isOver.has(index)).sort((a, b) => a - b),
  };
}

/**
 * Reads the collector's answer for a batch (R61). A status 200 without the collector's JSON is not
 * a confirmation, because a captive portal also answers with 200.
 */
export function readAnswer(status: number, text: string, rows: readonly EventRow[]): Reading {
  const body = parsed(text);
  const code = status === 200 && typeof body.code === 'number' ? body.code : status;
  if (code === 200) return body.code === 200 ? { kind: 'accepted' } : { kind: 'failed' };
  if (code === 400) return readInvalid(body, rows);
  if (code === 413) return { kind: 'tooLarge' };
  if (code === 429) return readLimited(body, rows);
  return { kind: 'failed' };
}

/** Converts seconds or a date to milliseconds from `now`. Returns null for other values. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date - now;
}
