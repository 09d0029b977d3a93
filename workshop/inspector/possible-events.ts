import type {
  ChartDefinition,
  TransitionDefinition,
} from '../../src/devtools/tap/chart-definition.ts';
import type { Json, JsonObject } from '../../src/devtools/wire/json.ts';
import { isHidden } from '../../src/devtools/wire/without-secrets.ts';
import { activeStates } from './chart/active-states.ts';
import { isOwnEvent } from './chart/event-words.ts';
import type { Session } from './session.ts';

export type PossibleEvent = {
  type: string;
  /** innermost state first, which is the order of evaluation */
  transitions: TransitionDefinition[];
  /** false for timers and results of calls, which an inspector cannot send */
  canBeSent: boolean;
};

const depthOf = (id: string) => id.split('.').length;

/** Every event that an active state of the chart accepts. */
export function possibleEvents(chart: ChartDefinition, value: Json): PossibleEvent[] {
  const lit = activeStates(chart, value);
  const events = new Map<string, PossibleEvent>();
  for (const transition of chart.transitions) {
    if (!lit.has(transition.source) || transition.event === '') continue;
    const { event: type } = transition;
    const known = events.get(type) ?? { type, transitions: [], canBeSent: !isOwnEvent(type) };
    known.transitions.push(transition);
    events.set(type, known);
  }
  for (const event of events.values()) {
    event.transitions.sort((a, b) => depthOf(b.source) - depthOf(a.source));
  }
  return [...events.values()].sort(
    (a, b) => Number(b.canBeSent) - Number(a.canBeSent) || a.type.localeCompare(b.type),
  );
}

/** The payload of the latest event of this type; {} if there was none. */
export function lastPayload(session: Session, type: string): JsonObject {
  for (let index = session.entries.length - 1; index >= 0; index -= 1) {
    const event = session.entries[index]?.event;
    if (event?.type !== type) continue;
    const { type: _, ...payload } = event;
    return payload;
  }
  return {};
}

export type ReadPayload = { payload: JsonObject } | { problem: string };

/** Parses typed text as the payload of an event. */
export function readPayload(text: string): ReadPayload {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This is not JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'A payload is an object: {"name": "value"}.' };
  }
  if (isHidden(text)) return { problem: 'Replace ‹hidden› with a value first.' };
  return { payload: value as JsonObject };
}
