import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Moment } from '../../machines/testing/chart-descriptor.ts';

/** What a chart does in a step, as xstate hands it out or reports it. */
export type Action = { readonly type: string; readonly params: unknown };

type Sent = { to?: unknown; event: AnyEventObject; delay?: number };
type Children = AnyMachineSnapshot['children'];
type Child = AnyActorRef & { options?: { input?: unknown } };

/** A message that another actor hears now; null for every other action. */
export const messageOf = ({ type, params }: Action): Moment['told'][number] | null => {
  if (type !== 'xstate.sendTo') return null;
  const { to, event, delay } = params as Sent;
  const { id, systemId } = to as { id: string; systemId?: string };
  const name = systemId ?? id;
  // an actor without a name is nobody: the one that was meant does not run
  return typeof delay === 'number' || name.startsWith('x:') ? null : { to: name, event };
};

/** Children that were not there before, with what they were given. */
export const startedBetween = (
  before: Children,
  now: Children,
): { id: string; src: unknown; input: unknown }[] =>
  Object.entries(now as Record<string, Child>)
    .filter(([id, child]) => before[id] !== child)
    .map(([id, { src, options }]) => ({ id, src, input: options?.input }));

const noChildren: Children = {};

/** A call without its input is null: it fails before it asks anything. */
const askedBetween = (before: Children, now: Children): Moment['asked'] =>
  startedBetween(before, now).flatMap(({ id, input }) =>
    input === null ? [] : [{ id, input: (input ?? {}) as Record<string, unknown> }],
  );

/** What laws see of a step; `before` is null at the start. */
export const momentOf = (
  before: AnyMachineSnapshot | null,
  event: AnyEventObject | null,
  now: AnyMachineSnapshot,
  actions: readonly Action[],
): Moment => ({
  before: before ?? now,
  now,
  event,
  told: actions.flatMap((action) => messageOf(action) ?? []),
  asked: askedBetween(before?.children ?? noChildren, now.children),
});
