import type { OfferedFunction } from '../model/functions.ts';
import type { Photo, PhotoFile, PhotoProblem, PreparedPhoto } from '../model/photo.ts';
import type { UploadTicket } from '../model/task-record.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';

/** A picture on its way to the server. */
export type ComingPicture = {
  file: PhotoFile;
  /** the function whose limits apply */
  offered: OfferedFunction;
  photo: Photo | null;
  prepared: PreparedPhoto | null;
  ticket: UploadTicket | null;
};

/** A picture on the server. */
type OwnPicture = { photo: Photo; offered: OfferedFunction; prepared: PreparedPhoto };

export type OwnPictureContext = {
  coming: ComingPicture | null;
  /** stays until another file is accepted */
  picture: OwnPicture | null;
  /** key of the picture's upload */
  fileKey: string | null;
  /** why the latest file cannot be used, or null */
  problem: PhotoProblem | null;
  /** number of consecutive interruptions of the upload */
  tries: number;
  failure: PortFailure | null;
};

export type OwnPictureEvent =
  | { type: 'picture.chosen'; file: PhotoFile; offered: OfferedFunction }
  | { type: 'picture.removed' }
  | { type: 'retry.pressed' }
  /** from the runs: the server has no such picture, for example because it was not used for an hour */
  | { type: 'picture.lost' }
  | UploadEvent
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    ownPicture: OwnPictureEvent;
  }
}
