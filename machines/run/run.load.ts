import { preparationFor } from '../model/forecast.ts';
import type { KeptPhoto, StartRequest } from '../model/kept-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type { Load, RunContext, Wish } from './run.types.ts';

type InputOf<Call extends (input: never, ...rest: never[]) => unknown> = Parameters<Call>[0];

/*
 * Functions that return the input of each call. If an earlier step has not provided the data, the
 * input is null and the call fails.
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

/**
 * Returns the start request to send. Returns null if an earlier page may have sent the request,
 * which then must not be sent again (R32).
 */
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
    madeFrom: load.wish.photo.madeFrom,
    promisedMs,
  };
};

/** Returns the data of a run whose photo is on the server, so that only the start call remains. */
export const arrivedWith = (context: RunContext): Load => {
  const request = requestOf(context);
  return request ? { step: 'arrived', request, wish: wishIn(context.load) } : context.load;
};

const keptWish = ({ photo, offered, options }: Wish): Omit<KeptPhoto, 'run'> => ({
  id: photo.id,
  file: photo.file,
  madeFrom: photo.madeFrom,
  functionCode: offered.code,
  options,
});

/** Returns the photo as stored before its start, for a run that has certainly created no task. */
export const keptUnstarted = ({ load }: RunContext): KeptPhoto | null => {
  const wish = wishIn(load);
  return wish && { ...keptWish(wish), run: null };
};

/** Returns the data from which a later page can send the photo with the same key. */
export const keptSending = ({ load }: RunContext): KeptPhoto | null =>
  'key' in load
    ? { ...keptWish(load.wish), run: { step: 'sending', idempotencyKey: load.key } }
    : null;

/** Returns the data from which a later page can look up the start. */
export const keptAsked = (context: RunContext): KeptPhoto | null => {
  const request = requestOf(context);
  const wish = wishIn(context.load);
  return request && wish && { ...keptWish(wish), run: { step: 'asked', request } };
};
