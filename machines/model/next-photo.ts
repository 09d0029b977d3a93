import type { PhotoSource } from './photo.ts';
import type { TaskRecord } from './task-record.ts';

/** A picture of a record that can be the photo of another run. */
export type NextPhoto = 'result' | 'original';

/** The name of a photo whose start gave none. */
const unnamed = 'photo';

/** That picture as a source for the studio, or null if the record does not have it. */
export const nextPhotoOf = (record: TaskRecord | null, picture: NextPhoto): PhotoSource | null => {
  if (!record) return null;
  const { name, original, result } = record;
  if (picture === 'original') {
    return original && { kind: 'record', name: name ?? unnamed, url: original.url };
  }
  return result && { kind: 'record', name: result.fileName, url: result.url };
};
