import { preparationFor } from '../model/forecast.ts';
import type { KeptPhoto, StartRequest } from '../model/kept-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type { Load, RunContext, Wish } from './run.types.ts';

type InputOf<Call extends (input: never, ...rest: never[]) => unknown> = Parameters<Call>[0];

/*
 * The input of each call. If an earlier step has not provided the data, the input is null, and the
 * call and the run fail.
 */

const wishIn = (load: Load): Wish | null => ('wish' in load ? load.wish : null);

export const preparationOf = (load: Load): InputOf<PhotoPort['preparePhoto']> | null => {
  const wish = wishIn(load);
  if (!wish) return null;
  const { photo, offered } = wish;
  return preparationFor(photo, offered);
};

export const ticketRequestOf = (load: Load): InputOf<TaskPort['requestUpload']> | null =>
  'prepared' in load
    ? { format: load.prepared.format, functionCode: load.wish.offered.code }
    : null;

export const uploadOf = (load: Load): InputOf<TaskPort['upload']> | null =>
  load.step === 'addressed' ? { file: load.prepared.file, ticket: load.ticket } : null;

export const requestIn = (load: Load): StartRequest | null =>
  load.step === 'arrived' || load.step === 'asked' ? load.request : null;

/** Null if an earlier page may have sent the request; then nothing is sent (R32). */
export const orderToSend = (load: Load): StartRequest | null =>
  load.step === 'arrived' ? load.request : null;

export const recordIn = ({ view }: RunContext): TaskRecord | null => view.record;

const requestOf = ({ load, promisedMs }: RunContext): StartRequest | null => {
  if (load.step === 'delivered') return load.request;
  if (load.step !== 'addressed') return null;
  return {
    photoId: load.wish.photo.id,
    functionCode: load.wish.offered.code,
    options: load.wish.options,
    fileKey: load.ticket.fileKey,
    idempotencyKey: load.key,
    name: load.wish.photo.name,
    promisedMs,
  };
};

/** The photo is on the server, and only the start call remains. */
export const arrivedWith = (context: RunContext): Load => {
  const request = requestOf(context);
  return request ? { step: 'arrived', request, wish: wishIn(context.load) } : context.load;
};

const keptWish = ({ photo, offered, options }: Wish): Omit<KeptPhoto, 'run'> => ({
  id: photo.id,
  file: photo.file,
  functionCode: offered.code,
  options,
});

/** The photo to store if no task can exist: as before its start. */
export const keptUnstarted = ({ load }: RunContext): KeptPhoto | null => {
  const wish = wishIn(load);
  return wish && { ...keptWish(wish), run: null };
};

/** The data that a later page needs to send the photo with the same key. */
export const keptSending = ({ load }: RunContext): KeptPhoto | null =>
  'key' in load
    ? { ...keptWish(load.wish), run: { step: 'sending', idempotencyKey: load.key } }
    : null;

/** The data that a later page needs to look up the start. */
export const keptAsked = (context: RunContext): KeptPhoto | null => {
  const request = requestOf(context);
  const wish = wishIn(context.load);
  return request && wish && { ...keptWish(wish), run: { step: 'asked', request } };
};
