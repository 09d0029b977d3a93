import { channel } from 'node:diagnostics_channel';

/** Steps that recover the work of lost processes, in order. */
export const recoverySteps = [
  'recovery of tasks',
  'recovery of uploads',
  'recovery of mails',
] as const;

/** Steps that each process runs every minute for its own work. */
export const ownSteps = ['lost tasks', 'lost mails'] as const;

/**
 * The steps that the sweeper runs every minute in one process, in order. Reports of payment providers come before
 * steps that close or charge something. Plans of closed accounts end before the renewals, because
 * the first sweep after a long stop must not charge a closed account.
 */
export const sweepSteps = [
  'deadlines',
  'expiry of credits',
  'queue',
  'reminders',
  'retention',
  'files of records',
  'unfinished work',
  'uploads',
  'exports',
  'closed accounts',
  'providers',
  'closed plans',
  'inquiries',
  'orders',
  'renewals',
  'refunds',
  'turns',
  'mails',
  'purge of records',
  'purge of lines',
  'purge of guests',
  'purge of mails',
  'purge of provider events',
  'purge of books',
  'purge of welcomes',
  'purge of sign-ins',
  'purge of limits',
] as const;

export type RecoveryStep = (typeof recoverySteps)[number];
export type OwnStep = (typeof ownSteps)[number];
export type SweepStep = (typeof sweepSteps)[number];
export type SweeperStep = RecoveryStep | OwnStep | SweepStep;

/**
 * Points inside a transaction are marked. If a process dies there, its transaction is rolled back.
 */
const workPoints = [
  'upload.owner-made', // in a transaction
  'upload.row-made', // in a transaction
  'upload.admitted',
  'upload.kept',
  'upload.stored',
  'start.credits-reserved', // in a transaction
  'start.upload-taken', // in a transaction
  'start.place-taken', // in a transaction
  'start.task-made', // in a transaction
  'task.committed',
  'task.sent',
  'claim.task-moved', // in a transaction
  'claim.turn-passed', // in a transaction
  'task.claimed',
  'result.kept',
  'move.status-written', // in a transaction
  'move.ledger-written', // in a transaction
  'grant.lot-made', // in a transaction
  'grant.line-written', // in a transaction
  'task.ended',
  'record.deleted',
  'files.removed',
  'upload.deleted',
  'picture.given-up',
  'mail.row-made', // in a transaction
  'mail.claimed',
  'mail.taken',
  'mail.written-down',
  'code.written',
  'signIn.code-used', // in a transaction
  'signUp.user-made', // in a transaction
  'merge.tasks-moved', // in a transaction
  'merge.lots-moved', // in a transaction
  'merge.lines-moved', // in a transaction
  'merge.guest-ended', // in a transaction
  'signIn.session-made', // in a transaction
  'signIn.committed',
  'close.owner-closed', // in a transaction
  'close.credits-ended', // in a transaction
  'welcome.address-left', // in a transaction
  'books.lines-removed', // in a transaction
] as const;

/**
 * Write points of orders, payments and plans. The money tests use them; the fault search does not,
 * because it makes no purchases.
 */
export const moneyPoints = [
  'order.row-made', // in a transaction
  'order.payment-made', // in a transaction
  'order.committed',
  'payment.asked',
  'payment.opened',
  'settle.payment-moved', // in a transaction
  'settle.order-paid', // in a transaction
  'settle.order-declined', // in a transaction
  'settle.delivered', // in a transaction
  'settle.committed',
  'deliver.plan-due', // in a transaction
  'deliver.plan-moved', // in a transaction
  'refund.row-made', // in a transaction
  'refund.sent',
  'refund.ended', // in a transaction
  'refund.moved', // in a transaction
  'change.charge-written', // in a transaction
  'change.credits-held', // in a transaction
  'change.credits-released', // in a transaction
  'renewal.order-made', // in a transaction
  'renewal.payment-made', // in a transaction
  'renewal.committed',
  'renewal.failure-noted', // in a transaction
  'withdrawal.credits-taken', // in a transaction
  'webhook.noted',
  'webhook.settled',
] as const;

const sweepPoints = [
  'release.grace-given', // in a transaction
  'expiry.line-written', // in a transaction
  'expiry.lot-ended',
  'upload.given-up',
  'upload.file-removed',
  'turns.subnets-removed',
  'guests.purses-removed', // in a transaction
  'guests.owners-removed', // in a transaction
  'orphan.removed',
] as const;

/**
 * Points at which the fault search kills a process, by kind of work. Each point is between two
 * writes.
 */
export const writePoints = {
  work: workPoints,
  sweep: [...sweepPoints, ...[...ownSteps, ...sweepSteps].map((step) => `after ${step}` as const)],
  start: recoverySteps.map((step) => `after ${step}` as const),
};

export type WritePoint =
  | (typeof writePoints)[keyof typeof writePoints][number]
  | (typeof moneyPoints)[number];

const points = channel('lightwell:write-point');

/**
 * Announces that the process has reached a point. Only the fault search subscribes, and kills the
 * process there (`npm run test:faults`).
 */
export function reached(point: WritePoint): void {
  if (points.hasSubscribers) points.publish(point);
}
