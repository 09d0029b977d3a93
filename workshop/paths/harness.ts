import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type InspectionEvent,
} from 'xstate';
import { dialogKinds } from '../../machines/app/children.derived.ts';
import { appliedOf, type Place, startOf } from './applied.ts';
import type { Action } from './moment.ts';
import { plain } from './plain.ts';
import { standIn } from './stand-in.ts';
import { SteadyClock } from './steady-clock.ts';
import { eventOf, type Step } from './step.ts';
import { ownSystemIds, transitionId } from './transitions.ts';

/** An observable effect of a chart as comparable data. */
export type Effect = { action: string; with: unknown };

export type Harness = {
  actor: AnyActorRef;
  clock: SteadyClock;
  snapshot: () => AnyMachineSnapshot;
  /** transitions measured since the last call */
  taken: () => string[];
  /** actions since the last call */
  actions: () => Action[];
  /** actions since the last call, as comparable data */
  effects: () => Effect[];
  drive: (step: Step) => void;
  stop: () => void;
};

const nameOf = (actor: object): unknown => ('id' in actor ? actor.id : undefined);

/* Timer ids and internal fields of actors are not effects. */
const told = (params: unknown): unknown => {
  if (typeof params !== 'object' || params === null) return plain(params);
  const { id, actorRef: _, ...rest } = params as Record<string, unknown>;
  const steady = typeof id === 'string' && 'to' in rest ? {} : { id };
  return plain({ ...rest, ...steady });
};

/**
 * Runs one chart. Its children are stand-ins. The other charts of the system exist under their
 * systemIds, but only receive events. The clock stands still.
 */
export const runAlone = (
  chart: string,
  machine: AnyStateMachine,
  input: unknown,
  neighbours: readonly string[],
): Harness => {
  const clock = new SteadyClock();
  let taken: string[] = [];
  let actions: Action[] = [];
  let session = '';
  let place: Place = startOf(machine);
  const inspect = (event: InspectionEvent): void => {
    // the first microsteps run while the actor is created
    if (event.type === '@xstate.actor' && session === '' && nameOf(event.actorRef) === chart) {
      session = event.actorRef.sessionId;
    }
    if (event.actorRef.sessionId !== session) return;
    if (event.type === '@xstate.microstep') {
      const applied = appliedOf(event._transitions, place);
      place = event.snapshot as AnyMachineSnapshot;
      taken.push(...applied.flatMap((one) => transitionId(one) ?? []));
    } else if (event.type === '@xstate.action') {
      actions.push(event.action);
    }
  };
  const root = createActor(standIn, { id: 'parent', clock, inspect });
  root.start();
  // `dialogs` starts each chart with the name of its kind as systemId
  const own = new Set([...ownSystemIds(machine), ...(chart === 'dialogs' ? dialogKinds : [])]);
  for (const systemId of neighbours) {
    if (systemId === chart || own.has(systemId)) continue;
    createActor(standIn, { id: systemId, systemId, parent: root }).start();
  }
  const actor = createActor(machine, { id: chart, systemId: chart, parent: root, input });
  actor.start();
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;
  return {
    actor,
    clock,
    snapshot,
    taken: () => taken.splice(0),
    actions: () => actions.splice(0),
    effects: () =>
      actions.splice(0).map(({ type, params }) => ({ action: type, with: told(params) })),
    drive: (step) => act(step, actor, snapshot(), clock),
    stop: () => {
      root.stop();
      taken = [];
      actions = [];
    },
  };
};

const act = (
  step: Step,
  actor: AnyActorRef,
  { children, status }: AnyMachineSnapshot,
  clock: SteadyClock,
): void => {
  if (step.kind === 'time') {
    clock.advance(step.ms);
    return;
  }
  if (status !== 'active') throw new Error(`the chart has stopped (${status})`);
  if (step.kind === 'event') {
    actor.send(step.event);
    return;
  }
  const child: AnyActorRef | undefined = children[step.actor];
  if (!child) throw new Error(`the actor ${step.actor} is not running`);
  if (step.kind === 'sent') {
    actor.send(eventOf(step));
    return;
  }
  if (child.getSnapshot().status !== 'active') throw new Error(`${step.actor} has already ended`);
  child.send(
    step.kind === 'done'
      ? { type: 'standIn.done', output: step.output }
      : { type: 'standIn.error', error: step.error },
  );
};
