import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { eventOf, type Step } from './step.ts';
import { hears } from './transitions.ts';
import type { World } from './world.ts';

type Samples = Readonly<Record<string, unknown>>;
type SamplesIn = Samples | ((context: unknown) => Samples) | undefined;

const samples = (given: SamplesIn, context: unknown): [string, unknown][] => {
  if (given === undefined) return [];
  const record = typeof given === 'function' ? given(context) : given;
  const entries = Object.entries(record);
  // If a function returns no samples, the step is impossible now. If the samples are an empty
  // record, there is one step without a value.
  if (entries.length === 0) return typeof given === 'function' ? [] : [['', undefined]];
  return entries;
};

/* Words that the name already contains are omitted: connection.lost (lost) is connection.lost. */
const named = (what: string, words: string): string =>
  words === '' || what.endsWith(`.${words}`) ? what : `${what} (${words})`;

type EventStep = Extract<Step, { kind: 'event' }>;

const eventSteps = (
  model: ChartDescriptor,
  { _nodes, context }: AnyMachineSnapshot,
  by: 'people' | 'charts',
): EventStep[] =>
  Object.entries((model[by] ?? {}) as Record<string, SamplesIn>)
    .filter(([type]) => hears(_nodes, type))
    .flatMap(([type, given]) =>
      samples(given, context).map(([words, payload]): EventStep => {
        const event = { ...(payload as object | undefined), type };
        return { kind: 'event', by, event, says: named(type, words) };
      }),
    );

/** The steps that a visitor can take, as far as only this chart decides. */
export const peopleSteps = (model: ChartDescriptor, snapshot: AnyMachineSnapshot): EventStep[] =>
  eventSteps(model, snapshot, 'people');

const actorSteps = (model: ChartDescriptor, world: World, actor: string): Step[] => {
  const can = (model.actors?.[actor] ?? {}) as Record<string, SamplesIn>;
  const { context, _nodes: nodes } = world.snapshot;
  const offer = (given: SamplesIn, make: (words: string, value: unknown) => Step): Step[] =>
    samples(given, context).map(([words, value]) => make(words, value));
  const heard = (step: Step): boolean => step.kind !== 'time' && hears(nodes, eventOf(step).type);
  const snapshotType = `xstate.snapshot.${actor}`;
  return [
    ...offer(can.sends, (words, sent) => {
      const event = sent as AnyEventObject;
      return { kind: 'sent', actor, event, says: named(event.type, words) };
    }),
    ...offer(can.snapshot, (words, snapshot) => {
      const event = { type: snapshotType, snapshot };
      return { kind: 'sent', actor, event, says: named(`${actor} moves`, words) };
    }),
    ...offer(can.done, (words, output) => {
      return { kind: 'done', actor, output, says: named(`${actor} answers`, words) };
    }),
    ...offer(can.error, (words, error) => {
      return { kind: 'error', actor, error, says: named(`${actor} fails`, words) };
    }),
  ].filter(heard);
};

const spell = (ms: number): string => (ms < 1000 ? `${ms} ms pass` : `${ms / 1000} s pass`);

const timeSteps = (model: ChartDescriptor, world: World): Step[] => {
  if (world.timers.length === 0) return [];
  const next = Math.min(...world.timers.map((timer) => timer.due)) - world.now;
  const waits = Object.entries(model.waits ?? {}).filter(([, ms]) => ms > next);
  return [
    { kind: 'time', ms: next, next: true, says: spell(next) },
    ...waits.map(
      ([words, ms]): Step => ({
        kind: 'time',
        ms,
        next: false,
        says: named(spell(ms), words),
      }),
    ),
  ];
};

const aboutOf = (step: Step): { event?: string; actor?: string } => {
  if (step.kind === 'time') return {};
  if (step.kind === 'event') return { event: step.event.type };
  return step.kind === 'sent'
    ? { event: step.event.type, actor: step.actor }
    : { actor: step.actor };
};

export const aliveIn = (world: World): string[] =>
  Object.keys(world.snapshot.children)
    .filter((id) => !world.ended.has(id))
    .sort();

/** Every possible next step for which the descriptor has samples. */
export const legalSteps = (model: ChartDescriptor, world: World): Step[] => {
  if (world.snapshot.status !== 'active') return [];
  if (model.bounds?.stop?.(world.snapshot.context, world.ended)) return [];
  const steps = [
    ...peopleSteps(model, world.snapshot),
    ...eventSteps(model, world.snapshot, 'charts'),
    ...aliveIn(world).flatMap((actor) => actorSteps(model, world, actor)),
    ...timeSteps(model, world),
  ];
  const { allows } = model.bounds ?? {};
  return allows ? steps.filter((step) => allows(aboutOf(step), world.snapshot)) : steps;
};

/**
 * The same step in another world, with recalculated values. Undefined if it is impossible there.
 */
export const sameStep = (model: ChartDescriptor, world: World, step: Step): Step | undefined =>
  legalSteps(model, world).find(
    (one) =>
      one.kind === step.kind &&
      (one.kind === 'time' && step.kind === 'time' && step.next
        ? one.next
        : one.says === step.says),
  );
