import type { AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import type { Start, Watch } from '../explore.ts';
import { refusedBy, transitionId } from '../transitions.ts';
import type { Microstep, Move } from '../world.ts';

/** The input of a guard. */
export type Occasion = Pick<AnyMachineSnapshot, 'context' | '_nodes'> & { event: AnyEventObject };

export type Taken = Occasion & Pick<Microstep, 'after' | 'actions'>;

type Observed = {
  /** by transition id */
  taken: Map<string, Taken[]>;
  /** by transition id: the occasions on which the guard failed */
  refused: Map<string, Occasion[]>;
  /** microsteps in which several regions took transitions, so their effects cannot be separated */
  joint: Map<string, Taken[]>;
  /** by the id of the invoked actor */
  inputs: Map<string, Taken[]>;
  /** milliseconds by event type */
  delays: Map<string, Set<number>>;
  starts: { start: Start; move: Move }[];
};

/** Limits memory. More occasions seldom add information. */
const enough = 400;

const add = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (list.length < enough) list.push(value);
};

const isRaise = (type: string): boolean => type === 'xstate.raise';

/** The `always` transitions before the taken one, or all of them if none was taken. */
const refusedAlways = (
  { _nodes }: Pick<Occasion, '_nodes'>,
  taken: readonly AnyTransitionDefinition[],
): string[] =>
  _nodes.flatMap(({ always = [] }) => {
    const own = always.findIndex((one) => taken.includes(one));
    if (own < 0 && taken.length > 0) return [];
    const asked = own < 0 ? always : always.slice(0, own);
    return asked.flatMap((one) => (one.guard ? (transitionId(one) ?? []) : []));
  });

const refusedIn = (occasion: Occasion, taken: readonly AnyTransitionDefinition[]): string[] =>
  taken.some(({ eventType }) => eventType === '')
    ? refusedAlways(occasion, taken)
    : refusedBy(occasion._nodes, occasion.event.type, taken);

/** Records what each transition does during an exploration. */
export const observe = (): { watch: Watch; observed: Observed } => {
  const observed: Observed = {
    taken: new Map(),
    refused: new Map(),
    joint: new Map(),
    inputs: new Map(),
    delays: new Map(),
    starts: [],
  };
  const noteActions = (one: Taken): void => {
    for (const { type, params } of one.actions) {
      const { id, delay, event } = params as {
        id?: string;
        delay?: number;
        event?: AnyEventObject;
      };
      if (type === 'xstate.spawnChild' && id) add(observed.inputs, id, one);
      if (!isRaise(type) || typeof delay !== 'number' || !event) continue;
      observed.delays.set(event.type, (observed.delays.get(event.type) ?? new Set()).add(delay));
    }
  };
  const noteStep = ({ taken, event, before, after, actions }: Microstep): void => {
    const { context } = before as AnyMachineSnapshot;
    const { _nodes } = before as AnyMachineSnapshot;
    const one: Taken = { context: context ?? after.context, _nodes, event, after, actions };
    noteActions(one);
    const ids = taken.flatMap((definition) => transitionId(definition) ?? []);
    for (const id of ids) add(ids.length === 1 ? observed.taken : observed.joint, id, one);
    for (const id of refusedIn(one, taken)) add(observed.refused, id, one);
  };
  const noteRest = ({ world, microsteps }: Move): void => {
    const { context, _nodes } = world.snapshot;
    const event = microsteps.at(-1)?.event ?? { type: 'xstate.init' };
    const occasion = { context, _nodes, event };
    for (const id of refusedAlways(occasion, [])) add(observed.refused, id, occasion);
  };
  const noteMove = (move: Move): void => {
    for (const step of move.microsteps) noteStep(step);
    noteRest(move);
  };
  const watch: Watch = {
    started: (start, move) => {
      observed.starts.push({ start, move });
      const { snapshot } = move.world;
      const event = { type: 'xstate.init', input: start.input };
      const { context, _nodes } = snapshot;
      noteActions({ context, _nodes, event, after: snapshot, actions: move.actions });
      noteMove(move);
    },
    moved: (_, __, move) => noteMove(move),
  };
  return { watch, observed };
};

export type { Observed };
