import type { ServerResponse } from 'node:http';

/** The fields of a received event to which answers refer. */
export type ReceivedEvent = {
  event_type?: string;
  insert_id?: string;
  user_id?: string;
  device_id?: string;
} & Readonly<Record<string, unknown>>;

type Asked = { response: ServerResponse; events: readonly ReceivedEvent[] };

export type Answer = {
  /** the events that the collector accepts, even if the sender gets no answer */
  takes: 'all' | 'none';
  say: (asked: Asked) => void;
};

const success = (events: readonly ReceivedEvent[]) => ({
  code: 200,
  events_ingested: events.length,
  payload_size_bytes: 1,
  server_upload_time: Date.now(),
});

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

const refusal =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer['say'] =>
  ({ response }) =>
    json(response, status, body, headers);

const none = (say: Answer['say']): Answer => ({ takes: 'none', say });
const all = (say: Answer['say']): Answer => ({ takes: 'all', say });

const indexes = (events: readonly unknown[]) => events.map((_, index) => index);
const once = (names: readonly (string | undefined)[]) =>
  Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, 1]])));

const limited = (about: (events: readonly ReceivedEvent[]) => object) =>
  none(({ response, events }) =>
    json(response, 429, { code: 429, error: 'Too many requests', ...about(events) }),
  );

const later = (value: string) => none(refusal(503, '', { 'Retry-After': value }));

/** Every possible answer of a collector, or of a proxy between it and the page (R61). */
export const answers = {
  ok: all(({ response, events }) => json(response, 200, success(events))),
  slow: all(({ response, events }) => {
    setTimeout(() => json(response, 200, success(events)), 1000);
  }),
  /* the events are accepted, but the answer is lost */
  lost: all(({ response }) => response.destroy()),
  half: all(({ response, events }) => {
    const body = JSON.stringify(success(events));
    response.writeHead(200, { 'Content-Length': body.length });
    response.write(body.slice(0, 8), () => response.destroy());
  }),
  silent: all(() => {}),
  /* no collector, or another server in its place */
  refused: none(({ response }) => response.destroy()),
  deaf: none(() => {}),
  html: none(refusal(200, '<!doctype html><title>Sign in to the network</title>')),
  empty: none(refusal(200, '')),
  wrong: none(refusal(200, [1, 2])),
  code: none(refusal(200, { code: 500, error: 'inside a 200' })),
  redirect: none(refusal(302, '', { Location: '/elsewhere' })),
  /* the collector refuses the events */
  badKey: none(refusal(400, { code: 400, error: 'Invalid API key: x' })),
  missingKey: none(refusal(400, { code: 400, error: 'Missing', missing_field: 'api_key' })),
  missing: none(refusal(400, { code: 400, error: 'Missing', missing_field: 'event_type' })),
  invalid: none(refusal(400, { code: 400, events_with_invalid_fields: { time: [0] } })),
  nameless: none(refusal(400, 'Bad request')),
  large: none(refusal(413, { code: 413, error: 'Payload too large' })),
  throttled: limited((events) => ({ throttled_events: indexes(events) })),
  throttledFirst: limited(() => ({ throttled_events: [0] })),
  quotaUser: limited((events) => ({
    exceeded_daily_quota_users: once(events.slice(0, 1).map(({ user_id }) => user_id)),
  })),
  quotaDevice: limited((events) => ({
    exceeded_daily_quota_devices: once(events.slice(0, 1).map(({ device_id }) => device_id)),
  })),
  limited: limited(() => ({})),
  /* server errors */
  error: none(refusal(500, 'Internal error')),
  unavailable: none(refusal(503, '')),
  later: later('1'),
  laterDate: none((asked) =>
    refusal(503, '', { 'Retry-After': new Date(Date.now() + 2000).toUTCString() })(asked),
  ),
  laterNegative: later('-5'),
  laterHuge: later('1e12'),
} satisfies Record<string, Answer>;

export type AnswerName = keyof typeof answers;

export const answerNames = Object.keys(answers) as AnswerName[];
