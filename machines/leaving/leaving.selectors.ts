import type { SnapshotFrom } from 'xstate';
import type { leavingMachine } from './leaving.machine.ts';

type LeavingSnapshot = SnapshotFrom<typeof leavingMachine>;

export type LeavingStepName = 'asking' | 'typing' | 'previewing' | 'unknown' | 'reviewing' | 'told';

/** Current step of the dialog; `isBusy`: waiting for the server. */
export const selectLeavingStep = (snapshot: LeavingSnapshot): LeavingStepName => {
  if (snapshot.matches('typing') || snapshot.matches('looking')) return 'typing';
  if (snapshot.matches('reviewing') || snapshot.matches('ending')) return 'reviewing';
  const plain = ['previewing', 'unknown', 'told'] as const;
  return plain.find((name) => snapshot.matches(name)) ?? 'asking';
};

export const selectIsLeavingBusy = (snapshot: LeavingSnapshot): boolean =>
  snapshot.matches('sending') || snapshot.matches('looking') || snapshot.matches('ending');

/** State of the wait for another code. */
export const selectLeavingResend = (snapshot: LeavingSnapshot): 'waiting' | 'free' | 'sending' => {
  if (snapshot.matches({ typing: 'free' })) return 'free';
  return snapshot.matches({ typing: 'sending' }) ? 'sending' : 'waiting';
};

export const selectLeavingKind = ({ context }: LeavingSnapshot) => context.kind;

export const selectLeavingPlan = ({ context }: LeavingSnapshot) => context.plan;

/** The order in question. */
export const selectLeavingOrder = ({ context }: LeavingSnapshot) => context.order ?? context.found;

export const selectSentFor = ({ context }: LeavingSnapshot) => context.sentFor;

export const selectWithdrawal = ({ context }: LeavingSnapshot) => context.withdrawal;

export const selectLeft = ({ context }: LeavingSnapshot) => context.left;

export const selectLeavingForm = ({ context }: LeavingSnapshot) => context.form;

export const selectLeavingFailure = ({ context }: LeavingSnapshot) => context.failure;

export const selectLeavingSeconds = ({ context }: LeavingSnapshot) => context.secondsLeft;
