import type { KeptPhoto } from '../model/kept-photo.ts';
import type { Photo, PhotoSource } from '../model/photo.ts';
import type { Held, StudioContext } from './studio.types.ts';

/* The photo in the studio. The first page reads this file, so it imports nothing about functions. */

/** A file that could not be inspected yet. */
const fileToKeep = (held: Held): Pick<KeptPhoto, 'id' | 'file'> | null => {
  if (held.kind !== 'source' || held.source.kind !== 'file') return null;
  const { id, file } = held.source;
  return id === undefined ? null : { id, file };
};

/** Id of the photo in the studio, inspected or not, or null without one. */
export const heldId = ({ held }: Pick<StudioContext, 'held'>): string | null => {
  if (held.kind === 'photo' || held.kind === 'kept') return held.photo.id;
  return fileToKeep(held)?.id ?? null;
};

/**
 * Id of the replaced photo to release, or null for a photo whose start an earlier page has left, because that
 * start continues once the studio is empty again.
 */
export const replacedId = (context: Pick<StudioContext, 'held'>): string | null => {
  const { held } = context;
  return held.kind === 'kept' && held.photo.run ? null : heldId(context);
};

/** The photo to inspect, or null if there is none. */
export const sourceOf = ({ held }: StudioContext): { source: PhotoSource } | null => {
  if (held.kind === 'source') return { source: held.source };
  if (held.kind !== 'kept') return null;
  const { id, file } = held.photo;
  return { source: { kind: 'kept', id, file } };
};

/** The inspected, usable photo, or null. */
export const photoIn = ({ held }: Pick<StudioContext, 'held'>): Photo | null =>
  held.kind === 'photo' ? held.photo : null;

/** The photo as to be saved for a later page, or null if the server has it, or there is none. */
export const keptOf = (context: StudioContext): KeptPhoto | null => {
  const photo = photoIn(context);
  const kept = photo ?? fileToKeep(context.held);
  if (!kept || context.over?.isOnServer) return null;
  const { options } = context;
  const functionCode = photo ? context.functionCode : context.wantedCode;
  return {
    id: kept.id,
    file: kept.file,
    functionCode,
    options: (functionCode !== null && options[functionCode]) || {},
    run: null,
  };
};
