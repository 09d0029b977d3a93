import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Moment } from '../../machines/testing/chart-descriptor.ts';

/** An action in a step, as xstate executes or reports it. */
export type Action = { readonly type: string; readonly params: unknown };

type Sent = { to?: unknown; event: AnyEventObject; delay?: number };
type Children = AnyMachineSnapshot['children'];
type Child = AnyActorRef & { options?: { input?: unknown } };

/** The message that an action sends to another actor without delay. Null for every other action. */
export const messageOf = ({ type, params }: Action): Moment['told'][number] | null => {
  if (type !== 'xstate.sendTo') return null;
  const { to, event, delay } = params as Sent;
  const { id, systemId } = to as { id: string; systemId?: string };
  const name = systemId ?? id;
  // xstate's own ids begin with `x:`; the intended chart is not running
  return typeof delay === 'number' || name.startsWith('x:') ? null : { to: name, event };
};

/** The children that a step started, with their inputs. */
export const startedBetween = (
  before: Children,
  now: Children,
): { id: string; src: unknown; input: unknown }[] =>
  Object.entries(now as Record<string, Child>)
    .filter(([id, child]) => before[id] !== child)
    .map(([id, { src, options }]) => ({ id, src, input: options?.input }));

const noChildren: Children = {};

/** The calls that a step made. A call whose input is null is omitted, because it fails at once. */
const askedBetween = (before: Children, now: Children): Moment['asked'] =>
  startedBetween(before, now).flatMap(({ id, input }) =>
    input === null ? [] : [{ id, input: (input ?? {}) as Record<string, unknown> }],
  );

/** The moment in which laws are checked. `before` is null at the start. */
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
