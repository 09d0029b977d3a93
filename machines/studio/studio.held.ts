import type { KeptPhoto } from '../model/kept-photo.ts';
import type { Photo, PhotoSource } from '../model/photo.ts';
import type { Held, StudioContext } from './studio.types.ts';

/*
 * Functions for the photo in the studio. The first page loads this file, so it must not import code
 * about functions.
 */

/** Returns the data to store for a file that could not be inspected yet. */
const fileToKeep = (held: Held): Pick<KeptPhoto, 'id' | 'file'> | null => {
  if (held.kind !== 'source' || held.source.kind !== 'file') return null;
  const { id, file } = held.source;
  return id === undefined ? null : { id, file };
};

/**
 * Returns the id of the photo in the studio, whether or not it is inspected, or null if the studio
 * is empty.
 */
export const heldId = ({ held }: Pick<StudioContext, 'held'>): string | null => {
  if (held.kind === 'photo' || held.kind === 'kept') return held.photo.id;
  return fileToKeep(held)?.id ?? null;
};

/** Returns the photo to inspect, or null if no photo waits for its inspection. */
export const sourceOf = ({ held }: StudioContext): { source: PhotoSource } | null => {
  if (held.kind === 'source') return { source: held.source };
  if (held.kind !== 'kept') return null;
  const { id, file, madeFrom } = held.photo;
  return { source: { kind: 'kept', id, file, madeFrom } };
};

/** Returns the photo if it was inspected and can be used, otherwise null. */
export const photoIn = ({ held }: Pick<StudioContext, 'held'>): Photo | null =>
  held.kind === 'photo' ? held.photo : null;

/**
 * Returns the photo to store for a later page. Returns null if the server already has the photo, or
 * if the studio is empty.
 */
export const keptOf = (context: StudioContext): KeptPhoto | null => {
  const photo = photoIn(context);
  const kept = photo ?? fileToKeep(context.held);
  if (!kept || context.over?.isOnServer) return null;
  const { options } = context;
  const functionCode = photo ? context.functionCode : context.wantedCode;
  return {
    id: kept.id,
    file: kept.file,
    madeFrom: photo?.madeFrom,
    functionCode,
    options: (functionCode !== null && options[functionCode]) || {},
    run: null,
  };
};
