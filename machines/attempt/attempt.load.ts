import type { TaskRecord } from '../model/task-record.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type { AttemptContext, AttemptInput, Load, StartOrder } from './attempt.types.ts';

type InputOf<Call extends (input: never, ...rest: never[]) => unknown> = Parameters<Call>[0];

/*
 * What each call is made with. null where the steps before have not brought it: the call then fails
 * like any other, and the attempt with it.
 */

export const functionIn = (input: AttemptInput): string => {
  if (input.from === 'photo') return input.wish.offered.code;
  return input.from === 'order' ? input.order.functionCode : input.record.code;
};

export const startOf = (input: AttemptInput): Load => {
  if (input.from === 'photo') return { step: 'photo', wish: input.wish };
  return input.from === 'order' ? { step: 'arrived', order: input.order } : { step: 'nothing' };
};

export const preparationOf = (load: Load): InputOf<PhotoPort['preparePhoto']> | null => {
  if (!('wish' in load)) return null;
  const { photo, offered } = load.wish;
  return { photo, limits: offered.limits, downscale: offered.downscaleAllowed };
};

export const ticketRequestOf = (load: Load): InputOf<TaskPort['requestUpload']> | null =>
  'prepared' in load
    ? { format: load.prepared.format, functionCode: load.wish.offered.code }
    : null;

export const uploadOf = (load: Load): InputOf<TaskPort['upload']> | null =>
  load.step === 'addressed' ? { file: load.prepared.file, ticket: load.ticket } : null;

export const orderIn = (load: Load): StartOrder | null =>
  load.step === 'arrived' ? load.order : null;

export const recordIn = ({ view }: AttemptContext): TaskRecord | null => view.record;

/** The photo is with the server: only the start is left to be made. */
export const arrivedWith = ({ load, promisedMs }: AttemptContext): Load => {
  if (load.step !== 'addressed') return load;
  const { wish, key, ticket } = load;
  return {
    step: 'arrived',
    order: {
      functionCode: wish.offered.code,
      options: wish.options,
      fileKey: ticket.fileKey,
      idempotencyKey: key,
      promisedMs,
    },
  };
};
