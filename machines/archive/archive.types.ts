import type { StoredPicture } from '../model/picture-format.ts';
import type { UserInfo } from '../model/user.ts';

export type ArchiveContext = {
  /** ids of the records whose addresses are not renewed yet */
  ids: readonly string[];
  /** the results with their new addresses */
  pictures: readonly StoredPicture[];
  /** id of the signed-in user, or null */
  visitor: string | null;
};

export type ArchiveEvent =
  /** saves the results of these records; ignored while a file is being made */
  | { type: 'archive.requested'; ids: readonly string[] }
  /** the visitor no longer wants the file */
  | { type: 'archive.cancelled' }
  | { type: 'user.changed'; user: UserInfo | null };

declare module '../charts.ts' {
  interface ChartEvents {
    archive: ArchiveEvent;
  }
}
