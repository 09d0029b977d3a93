import type { SnapshotFrom } from 'xstate';
import { isOneTime } from '../model/membership.ts';
import { frontSubscriptionStatus, showCanceledTip } from '../model/subscription.ts';
import type { subscriptionMachine } from './subscription.machine.ts';

type SubscriptionSnapshot = SnapshotFrom<typeof subscriptionMachine>;

export type SubscriptionView = 'loading' | 'signedOut' | 'failed' | 'shown';

export const selectSubscriptionView = (snapshot: SubscriptionSnapshot): SubscriptionView => {
  if (snapshot.matches('signedOut')) return 'signedOut';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.matches('shown') ? 'shown' : 'loading';
};

export const selectPlan = ({ context }: SubscriptionSnapshot) => context.membership?.plan ?? null;

export const selectOrders = ({ context }: SubscriptionSnapshot) => context.membership?.orders ?? [];

/** Returns the status number of the plan (R51). */
export const selectFrontStatus = (snapshot: SubscriptionSnapshot): number =>
  frontSubscriptionStatus(selectPlan(snapshot));

/**
 * Returns the status number that selects the text (R51). A plan bought without renewal is shown as
 * running and not as cancelled.
 */
export const selectStatusInWords = (snapshot: SubscriptionSnapshot): number =>
  isOneTime(selectPlan(snapshot)) ? 1 : selectFrontStatus(snapshot);

/** Returns how the plan has ended or will end, or null if the plan renews itself (R52). */
export const selectTip = (snapshot: SubscriptionSnapshot): 'over' | 'once' | 'ending' | null => {
  const plan = selectPlan(snapshot);
  if (showCanceledTip(plan) === 0) return null;
  if (plan?.subscriptionStatus === 2) return 'over';
  return isOneTime(plan) ? 'once' : 'ending';
};

/** Returns the call that is running, or null. The rest of the page is disabled during the call. */
export const selectDoing = (
  snapshot: SubscriptionSnapshot,
): 'resuming' | 'retrying' | 'refreshing' | 'changing' | 'listing' | null => {
  const doing = ['resuming', 'retrying', 'refreshing', 'changing', 'listing'] as const;
  return doing.find((shown) => snapshot.matches({ shown })) ?? null;
};

/** Returns the current step of a change of plan, or null if no change has begun. */
export const selectChangeStep = (
  snapshot: SubscriptionSnapshot,
): 'pricing' | 'choosing' | 'previewing' | 'confirming' | 'sending' | null => {
  const steps = ['pricing', 'choosing', 'previewing', 'confirming', 'sending'] as const;
  return steps.find((changing) => snapshot.matches({ shown: { changing } })) ?? null;
};

const isListingFailed = (snapshot: SubscriptionSnapshot) =>
  snapshot.matches({ shown: 'listingFailed' });

/** Returns why the page could not be loaded, or why the last press had no effect, or null. */
export const selectSubscriptionFailure = (snapshot: SubscriptionSnapshot) =>
  isListingFailed(snapshot) ? null : snapshot.context.failure;

/** Returns why older orders could not be loaded, or null. */
export const selectListingFailure = (snapshot: SubscriptionSnapshot) =>
  isListingFailed(snapshot) ? snapshot.context.failure : null;

export const selectHasOlder = ({ context }: SubscriptionSnapshot): boolean =>
  context.membership?.nextCursor != null;

export const selectOutcome = ({ context }: SubscriptionSnapshot) => context.outcome;

export const selectPrices = ({ context }: SubscriptionSnapshot) => context.prices;

export const selectChosen = ({ context }: SubscriptionSnapshot) => context.chosen;

export const selectPreview = ({ context }: SubscriptionSnapshot) => context.preview;
