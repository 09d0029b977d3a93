import type { OfferedFunction } from '../model/functions.ts';
import type { ArrivedPhoto, Photo, PreparedPhoto } from '../model/photo.ts';
import type { Region } from '../model/regions.ts';
import type { UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';

/** In which photo to look, and for which function. */
export type SearchWish = { photo: Photo; offered: OfferedFunction };

export type RegionFinderContext = {
  /** of the search under way, or of the last one */
  wish: SearchWish | null;
  prepared: PreparedPhoto | null;
  ticket: UploadTicket | null;
  /** what was found, from left to right */
  regions: readonly Region[];
  /** the upload, while no start has taken it */
  arrived: ArrivedPhoto | null;
  failure: PortFailure | null;
};

export type RegionFinderEvent =
  | ({ type: 'search.pressed' } & SearchWish)
  /** from the tray: the photo is not there for choosing any more, a start may have taken it */
  | { type: 'photo.left' }
  | UploadEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    regionFinder: RegionFinderEvent;
  }
}
