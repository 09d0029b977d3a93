import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type ExecutableActionObject,
} from 'xstate';
import { appliedOf, type Place, startOf } from './applied.ts';
import { text } from './plain.ts';
import { standIn } from './stand-in.ts';
import { eventOf, type Step } from './step.ts';
import { ownSystemIds, refusedBy, transitionId } from './transitions.ts';

type Timer = { id: string; due: number; delay: number; event: AnyEventObject; toSelf: boolean };

/*
 * A chart with its timers and children as a plain value in which nothing runs. The possible steps
 * depend on the next due timer and on the active children, which xstate's pure functions do not
 * track.
 */
export type World = {
  snapshot: AnyMachineSnapshot;
  /** milliseconds since the start */
  now: number;
  timers: readonly Timer[];
  /** children that have answered and are not stopped yet */
  ended: ReadonlySet<string>;
};

export type Move = {
  world: World;
  taken: string[];
  refused: string[];
  /** all actions of the chart in order, including xstate's own */
  actions: readonly ExecutableActionObject[];
  microsteps: readonly Microstep[];
};

type Context = Record<string, unknown>;

/** Names of the context fields that differ. */
export const changedFields = (a: Context, b: Context): string[] => {
  return Object.keys(b).filter(
    (key) => !Object.is(a[key], b[key]) && text(a[key]) !== text(b[key]),
  );
};

/** Transitions that are taken together, for an event from outside, a raised event or `always`. */
export type Microstep = {
  taken: readonly AnyTransitionDefinition[];
  event: AnyEventObject;
  before: Place;
  after: AnyMachineSnapshot;
  actions: readonly ExecutableActionObject[];
};

const listeners = new Map<string, AnyActorRef>();

/**
 * The surroundings of a chart. Other charts of its system only receive events. Its children exist
 * only after the chart has started them.
 */
class Surroundings {
  readonly #machine: AnyStateMachine;
  readonly #self: AnyActorRef;
  readonly #system: AnyActorRef['system'];
  #children: AnyMachineSnapshot['children'] = {};
  #place: Place = { _nodes: [] };
  #microsteps: Microstep[] = [];
  #actions: readonly ExecutableActionObject[] = [];
  #told = 0;
  /** true if an actor was created; the actor stays registered in its system */
  hasMadeActor = false;

  constructor(machine: AnyStateMachine) {
    const parent = createActor(standIn, { id: 'parent' });
    this.#machine = machine;
    this.#self = createActor(standIn, { parent, id: machine.id });
    this.#system = Object.create(parent.system, { get: { value: this.#get } });
    parent.system.inspect((event) => {
      if (event.type === '@xstate.actor') this.hasMadeActor = true;
      if (event.type !== '@xstate.microstep') return;
      const [before, after] = [this.#place, event.snapshot as AnyMachineSnapshot];
      this.#microsteps.push({
        taken: appliedOf(event._transitions, before),
        event: event.event,
        before,
        after,
        actions: this.#actions.slice(this.#told),
      });
      this.#told = this.#actions.length;
      this.#place = after;
    });
  }

  readonly #get = (id: string): AnyActorRef | undefined => {
    const started = this.#self.system.get(id) as AnyActorRef | undefined;
    if (started || ownSystemIds(this.#machine).has(id)) {
      return started ?? (this.#children[id] as AnyActorRef | undefined);
    }
    const known = listeners.get(id) ?? createActor(standIn, { id });
    listeners.set(id, known);
    return known;
  };

  scope(before: Place, children: AnyMachineSnapshot['children'] = {}) {
    const microsteps: Microstep[] = [];
    const actions: ExecutableActionObject[] = [];
    this.#children = children;
    this.#place = before;
    this.#microsteps = microsteps;
    this.#actions = actions;
    this.#told = 0;
    const scope: AnyActorScope = {
      self: this.#self,
      id: this.#machine.id,
      sessionId: this.#self.sessionId,
      system: this.#system,
      logger: () => {},
      defer: () => {},
      emit: () => {},
      stopChild: () => {},
      actionExecutor: (action) => actions.push(action),
    };
    return { scope, microsteps, actions };
  }
}

const surroundings = new WeakMap<AnyStateMachine, Surroundings>();

/**
 * Creating two actors and their system takes a tenth of the time of an exploration. They are
 * therefore renewed only after a step that created an actor.
 */
const makeScope = (
  machine: AnyStateMachine,
  before: Place,
  children?: AnyMachineSnapshot['children'],
) => {
  const known = surroundings.get(machine);
  if (known && !known.hasMadeActor) return known.scope(before, children);
  const fresh = new Surroundings(machine);
  surroundings.set(machine, fresh);
  return fresh.scope(before, children);
};

type Params = { id?: string; delay?: number; event: AnyEventObject; to?: unknown };

const idsOf = (microsteps: readonly Microstep[]): string[] =>
  microsteps.flatMap(({ taken }) => taken.flatMap((one) => transitionId(one) ?? []));

/** Applies the effects of actions: started and stopped timers and children, raised events. */
const settle = (world: World, actions: readonly ExecutableActionObject[], self: unknown) => {
  let timers = [...world.timers];
  const ended = new Set(world.ended);
  const mailbox: AnyEventObject[] = [];
  for (const { type, params } of actions) {
    const given = params as unknown as Params & { sendId?: string; actorRef?: { id: string } };
    if (type === 'xstate.spawnChild' && given.actorRef) ended.delete(given.actorRef.id);
    if (type === 'xstate.cancel') timers = timers.filter((timer) => timer.id !== given.sendId);
    if (type !== 'xstate.raise' && type !== 'xstate.sendTo') continue;
    const toSelf = type === 'xstate.raise' || given.to === self;
    if (typeof given.delay === 'number') {
      const id = given.id ?? `timer ${world.now} ${timers.length}`;
      const { delay, event } = given;
      const timer = { id, due: world.now + delay, delay, event, toSelf };
      timers = [...timers.filter((other) => other.id !== id), timer];
    } else if (toSelf && type === 'xstate.sendTo') mailbox.push(given.event);
  }
  for (const id of ended) if (!(id in world.snapshot.children)) ended.delete(id);
  if (world.snapshot.status !== 'active') timers = [];
  return { world: { ...world, timers, ended }, mailbox };
};

const deliver = (machine: AnyStateMachine, from: World, first: AnyEventObject): Move => {
  const mailbox = [first];
  const taken: string[] = [];
  const refused: string[] = [];
  const done: ExecutableActionObject[] = [];
  const passed: Microstep[] = [];
  let world = from;
  for (let event = mailbox.shift(); event; event = mailbox.shift()) {
    if (world.snapshot.status !== 'active') break;
    const { scope, microsteps, actions } = makeScope(
      machine,
      world.snapshot,
      world.snapshot.children,
    );
    const before = world.snapshot._nodes;
    const snapshot = machine.transition(world.snapshot, event, scope) as AnyMachineSnapshot;
    refused.push(...refusedBy(before, event.type, microsteps[0]?.taken ?? []));
    taken.push(...idsOf(microsteps));
    passed.push(...microsteps);
    const settled = settle({ ...world, snapshot }, actions, scope.self);
    world = settled.world;
    mailbox.push(...settled.mailbox);
    done.push(...actions);
  }
  return { world, taken, refused, actions: done, microsteps: passed };
};

export const begin = (machine: AnyStateMachine, input: unknown): Move => {
  const { scope, microsteps, actions } = makeScope(machine, startOf(machine));
  const snapshot = machine.getInitialSnapshot(scope, input) as AnyMachineSnapshot;
  const fresh: World = { snapshot, now: 0, timers: [], ended: new Set() };
  const { world, mailbox } = settle(fresh, actions, scope.self);
  const start: Move = { world, taken: idsOf(microsteps), refused: [], actions, microsteps };
  return mailbox.reduce((move, event) => joined(move, deliver(machine, move.world, event)), start);
};

const joined = (a: Move, b: Move): Move => ({
  world: b.world,
  taken: [...a.taken, ...b.taken],
  refused: [...a.refused, ...b.refused],
  actions: [...a.actions, ...b.actions],
  microsteps: [...a.microsteps, ...b.microsteps],
});

const still = (world: World): Move => ({
  world,
  taken: [],
  refused: [],
  actions: [],
  microsteps: [],
});

const maxTimers = 20_000;

const elapse = (machine: AnyStateMachine, from: World, ms: number): Move => {
  const until = from.now + ms;
  let move = still(from);
  for (let fired = 0; ; fired += 1) {
    const { world } = move;
    const due = world.timers.toSorted((a, b) => a.due - b.due)[0];
    if (!due || due.due > until) break;
    if (fired > maxTimers) throw new Error(`more than ${maxTimers} timers within ${ms} ms`);
    const timers = world.timers.filter((timer) => timer !== due);
    const then = { ...world, timers, now: due.due };
    move = due.toSelf ? joined(move, deliver(machine, then, due.event)) : joined(move, still(then));
  }
  return { ...move, world: { ...move.world, now: until } };
};

/** Returns the world after a step. @throws what a guard or an action throws */
export const move = (machine: AnyStateMachine, world: World, step: Step): Move => {
  if (step.kind === 'time') return elapse(machine, world, step.ms);
  const ends = step.kind === 'done' || step.kind === 'error';
  const ended = ends ? new Set([...world.ended, step.actor]) : world.ended;
  return deliver(machine, { ...world, ended }, eventOf(step));
};
