import type { PhotoSource } from './photo.ts';
import type { TaskRecord } from './task-record.ts';

/** A picture of a record that can become the photo of another run. */
export type NextPhoto = 'result' | 'original';

/** The name of a photo whose start request contains no name. */
const unnamed = 'photo';

/**
 * Returns the picture of the record as a source for the studio, or null if the record does not have
 * this picture.
 */
export const nextPhotoOf = (record: TaskRecord | null, picture: NextPhoto): PhotoSource | null => {
  if (!record) return null;
  const { id, name, original, result } = record;
  if (picture === 'original') {
    return original && { kind: 'record', name: name ?? unnamed, url: original.url };
  }
  return result && { kind: 'record', name: result.fileName, url: result.url, madeFrom: id };
};
