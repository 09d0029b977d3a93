import type { OfferedFunction } from '../model/functions.ts';
import type { Photo, PreparedPhoto } from '../model/photo.ts';
import type { FoundRegion } from '../model/regions.ts';
import type { UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';

/** The photo to search, and the function that needs the regions. */
export type RegionSearch = { photo: Photo; offered: OfferedFunction };

export type RegionFinderContext = {
  /** the current or the latest search, or null before the first search */
  wish: RegionSearch | null;
  prepared: PreparedPhoto | null;
  ticket: UploadTicket | null;
  /** the regions found, from left to right */
  regions: readonly FoundRegion[];
  failure: PortFailure | null;
};

export type RegionFinderEvent =
  | ({ type: 'search.pressed' } & RegionSearch)
  /** from the studio: the photo was removed, or its run was started */
  | { type: 'photo.left' }
  | UploadEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    regionFinder: RegionFinderEvent;
  }
}
