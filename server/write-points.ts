import { channel } from 'node:diagnostics_channel';

/**
 * Places between two writes where a process may die. The search for faults subscribes and kills the
 * process there (`npm run test:faults`); nobody else listens.
 */
export const writePoints = [
  'upload.signed',
  'upload.opened',
  'upload.kept',
  'upload.stored',
  'task.committed',
  'task.sent',
  'task.claimed',
  'result.kept',
  'task.ended',
  'record.deleted',
  'files.removed',
  'upload.deleted',
  'upload.given-up',
] as const;

export type WritePoint = (typeof writePoints)[number];

const points = channel('lightwell:write-point');

export function reached(point: WritePoint): void {
  if (points.hasSubscribers) points.publish(point);
}
