import { z } from 'zod';
import type { Json } from '../../src/devtools/wire/json.ts';
import { diff } from '../../src/devtools/wire/patch.ts';
import type { WireEntry, WireNews } from '../../src/devtools/wire/wire-messages.ts';
import { explainDifference } from './chart-difference.ts';
import { isOfServer } from './server-charts.ts';
import { createSession, type Session, type SessionEntry, takeNews } from './session.ts';

const formatName = 'lightwell-recording';
const formatVersion = 1;

const text = z.string();
const texts = z.array(text);
const json = z.custom<Json>(() => true);
const status = z.enum(['active', 'done', 'error', 'stopped']);

type State = {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  initial: string | null;
  view: string | null;
  entry: string[];
  exit: string[];
  invokes: { id: string; src: string }[];
  tags: string[];
  states: State[];
};

const state: z.ZodType<State> = z.lazy(() =>
  z.object({
    id: text,
    key: text,
    type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
    initial: text.nullable(),
    view: text.nullable(),
    entry: texts,
    exit: texts,
    invokes: z.array(z.object({ id: text, src: text })),
    tags: texts,
    states: z.array(state),
  }),
);

const transition = z.object({
  id: text,
  source: text,
  event: text,
  targets: texts,
  guard: text.nullable(),
  actions: texts,
});

const chart = z.object({
  id: text,
  fingerprint: text,
  root: state,
  transitions: z.array(transition),
});

const actor = z.object({
  id: text,
  name: text,
  systemId: text.nullable(),
  parent: text.nullable(),
  chart: text.nullable(),
  src: text.nullable(),
  status,
  value: json,
  context: json,
});

const entry = z.object({
  seq: z.number(),
  at: z.number(),
  lastAt: z.number(),
  count: z.number(),
  actor: text,
  source: text.nullable(),
  event: z.object({ type: text }).catchall(json),
  steps: z
    .array(
      z.object({
        transitions: texts,
        raised: text.nullable(),
        value: json,
        patches: z.array(z.object({ path: texts, value: json.optional() })),
      }),
    )
    .nullable(),
  status,
  result: json,
});

const recording = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  build: text,
  recordedAt: text,
  page: text,
  charts: z.array(chart),
  actors: z.array(actor),
  entries: z.array(entry),
});

type Recording = z.infer<typeof recording>;

/** `recordedAt` is ISO 8601; `page` is the path. */
export type RecordingInfo = Pick<Recording, 'build' | 'recordedAt' | 'page'>;

/**
 * The message says in one sentence why a recording cannot be shown, and names the chart if known.
 */
export class RecordingError extends Error {
  override name = 'RecordingError';
}

type Told = Map<string, Json>;

/**
 * Writes contexts as differences, but complete at each actor's first event, because a recording may
 * start at any time.
 */
function writeEntry({ before: _, after, ...rest }: SessionEntry, told: Told): WireEntry {
  if (!rest.steps || !after) return { ...rest, steps: null };
  const patches = diff(told.get(rest.actor) ?? null, after.context);
  told.set(rest.actor, after.context);
  const last = rest.steps.length - 1;
  const steps = rest.steps.map((step, index) => ({
    ...step,
    patches: index === last ? patches : [],
  }));
  return { ...rest, steps };
}

export function writeRecording(session: Session, info: RecordingInfo) {
  const told: Told = new Map();
  const entries = session.entries
    .filter((one) => !isOfServer(one.actor))
    .map((one) => writeEntry(one, told));
  const own = [...session.actors.values()].filter(({ id }) => !isOfServer(id));
  const used = new Set(own.map((one) => one.chart));
  const actors = own.map((one) => {
    const moment = session.latest.get(one.id);
    return moment ? { ...one, ...moment } : { ...one, context: null };
  });
  return {
    format: formatName,
    version: formatVersion,
    ...info,
    charts: [...session.charts.values()].filter(({ fingerprint }) => used.has(fingerprint)),
    actors,
    entries,
  };
}

const parseJson = (file: string): unknown => {
  try {
    return JSON.parse(file);
  } catch {
    throw new RecordingError('This file is not a recording: it is not JSON.');
  }
};

function parse(file: string): Recording {
  const value = parseJson(file);
  const head = z.object({ format: z.literal(formatName), version: z.number() }).safeParse(value);
  if (!head.success) {
    throw new RecordingError(`This file is not a recording: its format is not “${formatName}”.`);
  }
  if (head.data.version !== formatVersion) {
    throw new RecordingError(
      `This recording has format version ${head.data.version}; this inspector reads version ${formatVersion}.`,
    );
  }
  const parsed = recording.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new RecordingError(`The recording is damaged at “${place}”: ${issue?.message ?? ''}.`);
}

/** Checks that every taken transition belongs to its chart. */
function checkTransitions({ charts, actors, entries }: Recording): void {
  const chartOf = new Map(charts.map((one) => [one.fingerprint, one]));
  const actorOf = new Map(actors.map((one) => [one.id, one]));
  const idsOf = new Map(charts.map((one) => [one, new Set(one.transitions.map(({ id }) => id))]));
  for (const { seq, actor: id, steps } of entries) {
    const owner = actorOf.get(id);
    const known = chartOf.get(owner?.chart ?? '');
    const ids = known && idsOf.get(known);
    const taken = steps?.flatMap((step) => step.transitions) ?? [];
    const strange = taken.find((one) => !ids?.has(one));
    if (strange === undefined) continue;
    const name = known?.id ?? owner?.systemId ?? owner?.name ?? id;
    throw new RecordingError(
      `The recording does not match its own chart “${name}”: event ${seq} took the transition “${strange}”, which that chart does not have.`,
    );
  }
}

/** The running charts to compare with. Null if no page is connected. */
export type Running = { build: string; session: Session };

function compare(recorded: Recording, running: Running): string[] {
  const now = new Map([...running.session.charts.values()].map((one) => [one.id, one]));
  const differences = recorded.charts.flatMap((was) => explainDifference(was, now.get(was.id)));
  if (recorded.build === running.build && differences.length === 0) return [];
  const builds = `Recorded with build ${recorded.build}, while build ${running.build} is running`;
  if (differences.length === 0) return [`${builds}; its charts are the same.`];
  return differences.map((one) => `${builds}: ${one} It is shown as it was recorded.`);
}

export type OpenedRecording = { session: Session; info: RecordingInfo; notes: string[] };

/**
 * Reads a recording; `notes` describe differences from the running charts. @throws RecordingError
 */
export function readRecording(file: string, running: Running | null): OpenedRecording {
  const recorded = parse(file);
  checkTransitions(recorded);
  const session = createSession();
  takeNews(session, recorded as WireNews);
  const { build, recordedAt, page } = recorded;
  return {
    session,
    info: { build, recordedAt, page },
    notes: running ? compare(recorded, running) : [],
  };
}
