import { type AnyActorRef, type AnyMachineSnapshot, fromCallback, type SnapshotFrom } from 'xstate';
import type { contactMachine } from '../contact/contact.machine.ts';
import { selectIsTyped } from '../contact/contact.selectors.ts';
import type { StakeTag } from '../model/stake.ts';

/** The visitor's loss if the page reloads. */
export type Stake = 'nothing' | StakeTag;

export type StakeChanged = { type: 'stake.changed'; stake: Stake };

/** True for the snapshot of a chart. Actors that are not charts have no states and no children. */
const isChart = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'hasTag' in snapshot;

const snapshotIn = (actor: AnyActorRef | undefined): AnyMachineSnapshot | null => {
  const snapshot: unknown = actor?.getSnapshot();
  return isChart(snapshot) && snapshot.status === 'active' ? snapshot : null;
};

/** True if this chart, or a chart below it, is in a state with the tag. */
const hasTag = (actor: AnyActorRef | undefined, tag: StakeTag): boolean => {
  const snapshot = snapshotIn(actor);
  if (!snapshot) return false;
  return (
    snapshot.hasTag(tag) ||
    Object.values(snapshot.children as Record<string, AnyActorRef>).some((child) =>
      hasTag(child, tag),
    )
  );
};

/**
 * True if the contact form contains text. Reads the context, because the form has no state for
 * typed text.
 */
const isMessageTyped = (contact: AnyActorRef | undefined): boolean => {
  const snapshot = snapshotIn(contact) as SnapshotFrom<typeof contactMachine> | null;
  return snapshot !== null && selectIsTyped(snapshot);
};

function stakeOf(app: AnyActorRef | undefined, contact: AnyActorRef | undefined): Stake {
  if (hasTag(app, 'unkept')) return 'unkept';
  return hasTag(app, 'kept') || isMessageTyped(contact) ? 'kept' : 'nothing';
}

type System = { get: (systemId: string) => AnyActorRef | undefined };

/** True if photos of a batch would be lost when this document ends. */
export const isBatchUnkept = (system: System): boolean =>
  snapshotIn(system.get('batch'))?.hasTag('unkept') ?? false;

/** Emits the current stake first, and then every change of the stake. */
export const watchStake = fromCallback<StakeChanged>(({ system, sendBack }) => {
  let told: Stake | null = null;
  let isPlanned = false;
  const look = () => {
    isPlanned = false;
    const stake = stakeOf(system.get('app'), system.get('contact'));
    if (stake === told) return;
    told = stake;
    sendBack({ type: 'stake.changed', stake } satisfies StakeChanged);
  };
  // checks once after a burst of events, when all charts have handled these events
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    void Promise.resolve().then(look);
  };
  const subscription = system.inspect({ next: plan });
  plan();
  return () => subscription.unsubscribe();
});
