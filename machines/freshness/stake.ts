import { type AnyActorRef, type AnyStateMachine, fromCallback, type SnapshotFrom } from 'xstate';
import type { consentMachine } from '../consent/consent.machine.ts';
import { selectConsentView } from '../consent/consent.selectors.ts';
import type { contactMachine } from '../contact/contact.machine.ts';
import { selectIsTyped } from '../contact/contact.selectors.ts';
import type { dialogsMachine } from '../dialogs/dialogs.machine.ts';
import { selectIsBusy } from '../form/form.selectors.ts';
import type { keeperMachine } from '../keeper/keeper.machine.ts';
import { selectMustStayOpen } from '../keeper/keeper.selectors.ts';
import type { purchaseMachine } from '../purchase/purchase.machine.ts';
import { selectIsPurchasing, selectOpenOrder } from '../purchase/purchase.selectors.ts';
import type { studioMachine } from '../studio/studio.machine.ts';
import { selectIsInHand } from '../studio/studio.selectors.ts';
import type { subscriptionMachine } from '../subscription/subscription.machine.ts';
import { selectDoing } from '../subscription/subscription.selectors.ts';

/**
 * Cost of a reload for the visitor: nothing; an interruption of work that is stored, or that ends with this
 * page; or a loss of work.
 */
export type Stake = 'nothing' | 'kept' | 'unkept';

export type StakeChanged = { type: 'stake.changed'; stake: Stake };

/** The charts that determine the stake, as far as they run. */
export type StakeCharts = {
  /** only its states are read, because the root starts this chart */
  app: AnyStateMachine;
  studio: typeof studioMachine;
  keeper: typeof keeperMachine;
  dialogs: typeof dialogsMachine;
  purchase: typeof purchaseMachine;
  consent: typeof consentMachine;
  contact: typeof contactMachine;
  subscription: typeof subscriptionMachine;
};

type Has = {
  [Id in keyof StakeCharts]: (snapshot: SnapshotFrom<StakeCharts[Id]>) => boolean;
};

/** A page that is being loaded would be lost. */
const isOnTheWay: Has['app'] = (snapshot) =>
  snapshot.matches({ navigation: 'preparing' }) || snapshot.matches({ navigation: 'navigating' });

const isChoosing: Has['consent'] = (snapshot) => {
  const view = selectConsentView(snapshot);
  return view === 'detailed' || view === 'changing';
};

const unkept: Partial<Has> = {
  keeper: selectMustStayOpen,
  dialogs: (snapshot) => snapshot.context.queue.length > 0,
  purchase: selectIsPurchasing,
  contact: selectIsBusy,
  subscription: (snapshot) => selectDoing(snapshot) !== null,
};

const kept: Partial<Has> = {
  app: isOnTheWay,
  studio: selectIsInHand,
  purchase: (snapshot) => selectOpenOrder(snapshot) !== null,
  consent: isChoosing,
  contact: selectIsTyped,
};

type SnapshotOf = (id: keyof StakeCharts) => unknown;

const isAny = (has: Partial<Has>, snapshotOf: SnapshotOf): boolean =>
  Object.entries(has).some(([id, isTrue]) => {
    const snapshot = snapshotOf(id as keyof StakeCharts);
    return snapshot !== undefined && (isTrue as (snapshot: unknown) => boolean)(snapshot);
  });

export function stakeOf(snapshotOf: SnapshotOf): Stake {
  if (isAny(unkept, snapshotOf)) return 'unkept';
  return isAny(kept, snapshotOf) ? 'kept' : 'nothing';
}

/** Actors that are not charts, such as stand-ins in tests, have no snapshot. */
const snapshotIn = (actor: AnyActorRef | undefined): unknown => {
  const snapshot: unknown = actor?.getSnapshot();
  return typeof snapshot === 'object' && snapshot !== null && 'matches' in snapshot
    ? snapshot
    : undefined;
};

/** Emits the stake, at the start and whenever it has changed. */
export const watchStake = fromCallback<StakeChanged>(({ system, sendBack }) => {
  let told: Stake | null = null;
  let isPlanned = false;
  const look = () => {
    isPlanned = false;
    const stake = stakeOf((id) => snapshotIn(system.get(id)));
    if (stake === told) return;
    told = stake;
    sendBack({ type: 'stake.changed', stake } satisfies StakeChanged);
  };
  // one check after a burst of events, when all charts have handled them
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    void Promise.resolve().then(look);
  };
  const subscription = system.inspect({ next: plan });
  plan();
  return () => subscription.unsubscribe();
});
