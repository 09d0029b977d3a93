import { StateMachine } from 'xstate';
import { type ChartDefinition, defineChart } from '../tap/chart-definition.ts';
import type { TapActor, TapEntry, TapStep } from '../tap/tap-entry.ts';
import { transitionId } from '../tap/transition-id.ts';
import type { Json } from './json.ts';
import { diff } from './patch.ts';
import type { WireActor, WireEntry, WireEvent, WireNews, WireStep } from './wire-messages.ts';
import { withoutSecrets } from './without-secrets.ts';

const defined = new WeakMap<object, ChartDefinition>();

function chartOf(logic: unknown): ChartDefinition | null {
  if (!(logic instanceof StateMachine)) return null;
  const known = defined.get(logic);
  if (known) return known;
  const chart = defineChart(logic);
  defined.set(logic, chart);
  return chart;
}

const writeEvent = ({ type, ...payload }: TapEntry['event']): WireEvent => ({
  ...(withoutSecrets(payload) as Record<string, never>),
  type,
});

/** Returns the state value, which contains only names of states and therefore no secret. */
const stateValueOf = ({ value }: TapActor | TapStep) => value as Json;

/**
 * Converts recorded entries to messages. Stores the last sent context of each actor, so that a
 * message contains only the changes.
 */
export class NewsWriter {
  readonly #contexts = new Map<string, unknown>();
  readonly #charts = new Set<string>();

  /** Marks the actors' current contexts as sent. */
  assume(actors: readonly TapActor[]): void {
    for (const actor of actors) this.#contexts.set(actor.sessionId, actor.context);
  }

  write(actors: readonly TapActor[], entries: readonly TapEntry[]): WireNews {
    const charts: ChartDefinition[] = [];
    for (const actor of actors) {
      const chart = chartOf(actor.logic);
      if (!chart || this.#charts.has(chart.fingerprint)) continue;
      this.#charts.add(chart.fingerprint);
      charts.push(chart);
    }
    return {
      charts,
      entries: entries.map((entry) => this.#writeEntry(entry)),
      actors: actors.map((actor) => this.#writeActor(actor, null)),
    };
  }

  /** Returns the actors with their full contexts, to which the changes in later messages refer. */
  writeBase(actors: readonly TapActor[]): WireActor[] {
    return actors.map((actor) => this.#writeActor(actor, actor.context));
  }

  #writeActor(actor: TapActor, context: unknown): WireActor {
    return {
      id: actor.sessionId,
      name: actor.id,
      systemId: actor.systemId,
      parent: actor.parent?.sessionId ?? null,
      chart: chartOf(actor.logic)?.fingerprint ?? null,
      src: actor.src,
      status: actor.status,
      value: stateValueOf(actor),
      context: withoutSecrets(context),
    };
  }

  #writeEntry(entry: TapEntry): WireEntry {
    const { sessionId } = entry.actor;
    return {
      seq: entry.seq,
      at: entry.at,
      lastAt: entry.lastAt,
      count: entry.count,
      actor: sessionId,
      source: entry.source?.sessionId ?? null,
      event: writeEvent(entry.event),
      steps: entry.steps?.map((step) => this.#writeStep(sessionId, step)) ?? null,
      status: entry.status,
      result: withoutSecrets(entry.result),
    };
  }

  #writeStep(sessionId: string, step: TapStep): WireStep {
    const patches = diff(this.#contexts.get(sessionId) ?? null, step.context);
    this.#contexts.set(sessionId, step.context);
    return {
      transitions: step.transitions.map(transitionId).filter((id) => id !== ''),
      raised: step.raised,
      value: stateValueOf(step),
      patches,
    };
  }
}
