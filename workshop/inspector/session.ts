import type { ChartDefinition } from '../../src/devtools/tap/chart-definition.ts';
import type { ActorStatus } from '../../src/devtools/tap/tap-entry.ts';
import type { Json } from '../../src/devtools/wire/json.ts';
import { applyPatches } from '../../src/devtools/wire/patch.ts';
import type {
  WireActor,
  WireEntry,
  WireNews,
  WireStep,
} from '../../src/devtools/wire/wire-messages.ts';
import { serverNews } from './server-charts.ts';

/** A chart at one moment. Consecutive moments share an unchanged `context`. */
export type Moment = { value: Json; context: Json; status: ActorStatus };

/** An event with the chart before and after it. Both are null for calls and streams. */
export type SessionEntry = Omit<WireEntry, 'steps'> & {
  steps: Omit<WireStep, 'patches'>[] | null;
  before: Moment | null;
  after: Moment | null;
};

/** All data of one page load, live or recorded. It is changed in place. */
export type Session = {
  /** charts by fingerprint */
  charts: Map<string, ChartDefinition>;
  actors: Map<string, WireActor>;
  /** oldest first, by seq */
  entries: SessionEntry[];
  /** entries of each actor, oldest first */
  byActor: Map<string, SessionEntry[]>;
  /** the current state of each chart */
  latest: Map<string, Moment>;
  /** how often each transition was taken, by id; ids begin with the chart's id */
  taken: Map<string, number>;
};

const maxEntries = 10_000;
/** Entries are dropped in batches, because each removal shifts all indexes. */
const lot = 500;

export const createSession = (): Session => ({
  charts: new Map(),
  actors: new Map(),
  entries: [],
  byActor: new Map(),
  latest: new Map(),
  taken: new Map(),
});

/** The index of the entry with this seq, or the index at which to insert it. */
export function placeOf(entries: readonly { seq: number }[], seq: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

const findEntry = (entries: readonly SessionEntry[], seq: number): SessionEntry | undefined => {
  const found = entries[placeOf(entries, seq)];
  return found?.seq === seq ? found : undefined;
};

function put(entries: SessionEntry[], entry: SessionEntry): void {
  const index = placeOf(entries, entry.seq);
  entries.splice(index, entries[index]?.seq === entry.seq ? 1 : 0, entry);
}

function count(session: Session, wire: WireEntry, known: SessionEntry | undefined): void {
  const times = wire.count - (known?.steps ? known.count : 0);
  for (const id of wire.steps?.flatMap((step) => step.transitions) ?? []) {
    session.taken.set(id, (session.taken.get(id) ?? 0) + times);
  }
}

function momentAfter(wire: WireEntry, base: Moment | null): Moment | null {
  const last = wire.steps?.at(-1);
  if (!last) return base && { ...base, status: wire.status };
  const patches = wire.steps?.flatMap((step) => step.patches) ?? [];
  const context = applyPatches(base?.context ?? null, patches);
  return { value: last.value, context, status: wire.status };
}

function takeEntry(session: Session, wire: WireEntry): void {
  const known = findEntry(session.entries, wire.seq);
  const base = session.latest.get(wire.actor) ?? null;
  const after = momentAfter(wire, base);
  const steps = wire.steps?.map(({ patches: _, ...step }) => step) ?? null;
  const entry = { ...wire, steps, before: known?.steps ? known.before : base, after };
  count(session, wire, known);
  put(session.entries, entry);
  const own = session.byActor.get(wire.actor) ?? [];
  put(own, entry);
  session.byActor.set(wire.actor, own);
  if (after) session.latest.set(wire.actor, after);
}

function takeActor(session: Session, actor: WireActor): void {
  session.actors.set(actor.id, actor);
  if (actor.chart === null || actor.context === null) return;
  const { value, context, status } = actor;
  session.latest.set(actor.id, { value, context, status });
}

function dropOldest(session: Session): void {
  if (session.entries.length <= maxEntries + lot) return;
  session.entries.splice(0, session.entries.length - maxEntries);
  const oldest = session.entries[0]?.seq ?? 0;
  for (const [actor, entries] of session.byActor) {
    const from = placeOf(entries, oldest);
    if (from > 0) session.byActor.set(actor, entries.slice(from));
  }
}

/** Adds the server's charts in an answer to the charts of the page. */
function takeServerNews(session: Session, wire: WireEntry): void {
  const known = (actor: string) => session.latest.get(actor)?.value ?? null;
  for (const { chart, actor, entry } of serverNews(wire, known)) {
    session.charts.set(chart.fingerprint, chart);
    session.actors.set(actor.id, actor);
    takeEntry(session, entry);
  }
}

export function takeNews(session: Session, news: WireNews): void {
  for (const chart of news.charts) session.charts.set(chart.fingerprint, chart);
  for (const actor of news.actors) if (!session.actors.has(actor.id)) takeActor(session, actor);
  for (const entry of news.entries) {
    takeEntry(session, entry);
    takeServerNews(session, entry);
  }
  for (const actor of news.actors) takeActor(session, actor);
  dropOldest(session);
}

/** The chart of an actor right after the event `seq`, or its current state for null. */
export function momentAt(session: Session, actor: string, seq: number | null): Moment | null {
  if (seq === null) return session.latest.get(actor) ?? null;
  const own = session.byActor.get(actor) ?? [];
  const next = placeOf(own, seq + 1);
  for (let index = next - 1; index >= 0; index -= 1) {
    const after = own[index]?.after;
    if (after) return after;
  }
  const later = own[next];
  return later ? later.before : (session.latest.get(actor) ?? null);
}

/** The last event up to `seq` in which the actor took a transition. */
export function lastMove(session: Session, actor: string, seq: number | null): SessionEntry | null {
  const own = session.byActor.get(actor) ?? [];
  for (
    let index = (seq === null ? own.length : placeOf(own, seq + 1)) - 1;
    index >= 0;
    index -= 1
  ) {
    const entry = own[index];
    if (entry?.steps?.some((step) => step.transitions.length > 0)) return entry;
  }
  return null;
}
