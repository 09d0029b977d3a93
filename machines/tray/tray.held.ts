import type { KeptPhoto } from '../model/kept-photo.ts';
import type { Photo, PhotoSource } from '../model/photo.ts';
import { attemptInHand, recordOf } from './tray.attempts.ts';
import type { Held, TrayContext } from './tray.types.ts';

/* What lies on the tray. The first page reads this, so it knows nothing of functions. */

/** A file that could not be looked into yet. */
const fileToKeep = (held: Held): Pick<KeptPhoto, 'id' | 'file'> | null => {
  if (held.kind !== 'source' || held.source.kind !== 'file') return null;
  const { id, file } = held.source;
  return id === undefined ? null : { id, file };
};

/** The photo on the tray by its id, whether it was looked into yet or not; null without one. */
export const heldId = ({ held }: Pick<TrayContext, 'held'>): string | null => {
  if (held.kind === 'photo' || held.kind === 'kept') return held.photo.id;
  return fileToKeep(held)?.id ?? null;
};

/**
 * The photo that another one takes the place of, and that nobody needs any more: a start that an
 * earlier page has left still goes on, once the tray is empty again.
 */
export const replacedId = (context: Pick<TrayContext, 'held'>): string | null => {
  const { held } = context;
  return held.kind === 'kept' && held.photo.attempt ? null : heldId(context);
};

/** What is to be looked into; null when nothing is. */
export const sourceOf = ({ held }: TrayContext): { source: PhotoSource } | null => {
  if (held.kind === 'source') return { source: held.source };
  if (held.kind !== 'kept') return null;
  const { id, file } = held.photo;
  return { source: { kind: 'kept', id, file } };
};

/** The photo that was looked into and can be used, or null. */
export const photoIn = ({ held }: Pick<TrayContext, 'held'>): Photo | null =>
  held.kind === 'photo' ? held.photo : null;

/** The photo as a page that is opened later needs it; null where the server has it, or nobody. */
export const keptOf = (context: TrayContext): KeptPhoto | null => {
  const photo = photoIn(context);
  const card = attemptInHand(context);
  const kept = photo ?? fileToKeep(context.held);
  if (!kept || (card && recordOf(card))) return null;
  const { options } = context;
  const functionCode = photo ? context.functionCode : context.wantedCode;
  return {
    id: kept.id,
    file: kept.file,
    functionCode,
    options: (functionCode !== null && options[functionCode]) || {},
    attempt: null,
  };
};
