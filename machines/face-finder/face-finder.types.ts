import type { OfferedFunction } from '../model/functions.ts';
import type { Photo, PreparedPhoto } from '../model/photo.ts';
import type { Region } from '../model/regions.ts';
import type { UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';

/** The photo to search, and the function that needs the faces. */
export type FaceSearch = { photo: Photo; offered: OfferedFunction };

export type FaceFinderContext = {
  /** the current or the latest search, or null before the first search */
  wish: FaceSearch | null;
  prepared: PreparedPhoto | null;
  ticket: UploadTicket | null;
  /** the faces found, from left to right */
  regions: readonly Region[];
  failure: PortFailure | null;
};

export type FaceFinderEvent =
  | ({ type: 'search.pressed' } & FaceSearch)
  /** from the studio: the photo was removed, or its run was started */
  | { type: 'photo.left' }
  | UploadEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    faceFinder: FaceFinderEvent;
  }
}
