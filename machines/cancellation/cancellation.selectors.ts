import type { SnapshotFrom } from 'xstate';
import type { cancellationMachine } from './cancellation.machine.ts';

type CancellationSnapshot = SnapshotFrom<typeof cancellationMachine>;

export type CancellationStepName =
  | 'asking'
  | 'typing'
  | 'previewing'
  | 'unknown'
  | 'reviewing'
  | 'told';

export const selectCancellationStep = (snapshot: CancellationSnapshot): CancellationStepName => {
  if (snapshot.matches('typing') || snapshot.matches('looking')) return 'typing';
  if (snapshot.matches('reviewing') || snapshot.matches('ending')) return 'reviewing';
  const plain = ['previewing', 'unknown', 'told'] as const;
  return plain.find((name) => snapshot.matches(name)) ?? 'asking';
};

export const selectCancellationKind = ({ context }: CancellationSnapshot) => context.kind;

export const selectCancellationPlan = ({ context }: CancellationSnapshot) => context.plan;

/** Returns the order that the visitor withdraws from. */
export const selectCancellationOrder = ({ context }: CancellationSnapshot) =>
  context.order ?? context.found;

export const selectSentFor = ({ context }: CancellationSnapshot) => context.sentFor;

const lastingRefusals = ['not_withdrawable', 'deducted_by_change'];

/** True if loading the amounts again may succeed, because the server's refusal was temporary. */
export const selectCanRetry = ({ context: { failure } }: CancellationSnapshot): boolean =>
  failure?.code === undefined || !lastingRefusals.includes(failure.code);

export const selectWithdrawal = ({ context }: CancellationSnapshot) => context.withdrawal;

export const selectLeft = ({ context }: CancellationSnapshot) => context.left;
