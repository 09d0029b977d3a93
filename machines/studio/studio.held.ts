import type { KeptPhoto } from '../model/kept-photo.ts';
import type { Photo, PhotoSource } from '../model/photo.ts';
import type { Held, StudioContext } from './studio.types.ts';

/*
 * The photo in the studio. The first page loads this file, so it must not import code about
 * functions.
 */

/** The stored form of a file that could not be inspected yet. */
const fileToKeep = (held: Held): Pick<KeptPhoto, 'id' | 'file'> | null => {
  if (held.kind !== 'source' || held.source.kind !== 'file') return null;
  const { id, file } = held.source;
  return id === undefined ? null : { id, file };
};

/** The id of the studio's photo, inspected or not; null without a photo. */
export const heldId = ({ held }: Pick<StudioContext, 'held'>): string | null => {
  if (held.kind === 'photo' || held.kind === 'kept') return held.photo.id;
  return fileToKeep(held)?.id ?? null;
};

/**
 * The id of the replaced photo, to release it. Null for a photo whose start was left by an earlier
 * page: that start continues when the studio is empty again.
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

/** The photo to store for a later page. Null if the server has the photo, or there is none. */
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
