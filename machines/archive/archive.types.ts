import type { StoredPicture } from '../model/picture-format.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type ArchiveInput = {
  /** ids of the records whose results are saved */
  ids: readonly string[];
  /** the root's message for a failure without an error code; without it, the parent shows why */
  fallback?: 'toast.savingFailed';
};

export type ArchiveContext = Pick<ArchiveInput, 'fallback'> & {
  /** ids of the records whose addresses are not renewed yet */
  ids: readonly string[];
  /** the results with their new addresses */
  pictures: readonly StoredPicture[];
  /** ids of the records that were deleted in the meantime */
  gone: readonly string[];
  failure: PortFailure | null;
};

export type ArchiveOutput = {
  /** ids of the records that were deleted in the meantime, so the file does not contain them */
  gone: readonly string[];
  /** why no file was saved, or null */
  failure: PortFailure | null;
};
