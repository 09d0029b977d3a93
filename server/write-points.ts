import { channel } from 'node:diagnostics_channel';

/** The sweeper's steps at a start, in their order. */
export const recoverySteps = [
  'recovery of tasks',
  'revisions',
  'recovery of uploads',
  'recovery of mails',
] as const;

/** The sweeper's steps every minute, in their order. */
export const sweepSteps = [
  'deadlines',
  'lost tasks',
  'queue',
  'reminders',
  'retention',
  'files of records',
  'uploads',
  'exports',
  'closed accounts',
  'turns',
  'lost mails',
  'mails',
  'purge of records',
  'purge of lines',
  'purge of guests',
  'purge of mails',
  'purge of sign-ins',
] as const;

export type SweeperStep = (typeof recoverySteps)[number] | (typeof sweepSteps)[number];

/** Those that lie inside a transaction are marked; a process that dies there leaves nothing of it. */
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
  'task.ended',
  'record.deleted',
  'files.removed',
  'upload.deleted',
  'mail.row-made', // in a transaction
  'mail.claimed',
  'mail.taken',
  'mail.written-down',
  'code.written',
  'signIn.code-used', // in a transaction
  'merge.tasks-moved', // in a transaction
  'merge.lines-moved', // in a transaction
  'merge.guest-ended', // in a transaction
  'signIn.session-made', // in a transaction
  'signIn.committed',
] as const;

const sweepPoints = [
  'upload.given-up',
  'upload.file-removed',
  'turns.networks-removed',
  'guests.purses-removed', // in a transaction
  'guests.owners-removed', // in a transaction
  'orphan.removed',
] as const;

/** Where a process may die between two writes, by what has to happen for it to come there. */
export const writePoints = {
  work: workPoints,
  sweep: [...sweepPoints, ...sweepSteps.map((step) => `after ${step}` as const)],
  start: recoverySteps.map((step) => `after ${step}` as const),
};

export type WritePoint = (typeof writePoints)[keyof typeof writePoints][number];

const points = channel('lightwell:write-point');

/**
 * Says that the process is at this place. The search for faults subscribes and kills the process
 * there (`npm run test:faults`); nobody else listens.
 */
export function reached(point: WritePoint): void {
  if (points.hasSubscribers) points.publish(point);
}
