import type { OfferedFunction, OptionValues, Setup } from '../model/functions.ts';
import type { Photo, PhotoFile, PhotoProblem } from '../model/photo.ts';
import type { Purse } from '../model/purse.ts';
import type { StartObstacle } from '../model/start-obstacle.ts';
import type { UserInfo } from '../model/user.ts';
import type { PictureChanged, PictureLost } from '../own-picture/own-picture.types.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { RunInput, RunOutcome, Wish } from '../run/run.types.ts';
import type { PhotoSettled } from '../runs/runs.types.ts';

/**
 * A file that the visitor has chosen, or that another app has sent. `id` is the id of its photo.
 */
export type ChosenFile = { id: string; file: PhotoFile; isShared?: true };

export type BatchStep =
  /** chosen, but not inspected yet */
  | { kind: 'arrived' }
  /** inspected, and not started yet */
  | { kind: 'ready'; photo: Photo }
  /** not started, because the function cannot process this photo */
  | { kind: 'unfit'; photo: Photo; obstacle: StartObstacle }
  /** queued after the press on Start */
  | { kind: 'waiting'; wish: Wish; input: RunInput }
  /** processed by a run of the chart `runs`, which was started with this input */
  | { kind: 'working'; wish: Wish; input: RunInput }
  | { kind: 'ended'; wish: Wish; outcome: RunOutcome };

export type BatchPhoto = ChosenFile & { step: BatchStep };

/** Why a file is not part of the batch. */
export type LeftOutReason =
  | PhotoProblem
  | 'twice'
  | 'tooMany'
  | 'busy'
  | 'retryable'
  | 'emptyFolder';

export type LeftOut = { name: string; reason: LeftOutReason };

/** The function and the options for all photos of the batch. */
export type BatchSettings = { offered: OfferedFunction; options: OptionValues };

/**
 * Why the waiting photos cannot start: `credits` if credits are missing, `visitor` if the root
 * shows what the visitor must do, for example sign in, `picture` if the visitor's own picture is not
 * on the server.
 */
export type Lack = 'credits' | 'visitor' | 'picture';

export type BatchContext = {
  setup: Setup | null;
  /** null while the credits are unknown */
  purse: Purse | null;
  photos: readonly BatchPhoto[];
  /** files of the latest choice that are not part of the batch */
  leftOut: readonly LeftOut[];
  /** null until the studio shows the first photo */
  settings: BatchSettings | null;
  lack: Lack;
  /** key of the visitor's own picture, or null if the picture is not on the server */
  picture: string | null;
};

export type BatchEvent =
  /** chosen in the file dialog, dropped or pasted; a single file is passed to the studio */
  | { type: 'files.chosen'; files: readonly ChosenFile[] }
  /** the visitor has chosen or dropped a folder that contains no picture */
  | { type: 'folder.empty'; name: string }
  /** removes a photo before the start */
  | { type: 'photo.excluded'; id: string }
  /** removes all photos before the start */
  | { type: 'batch.cleared' }
  | { type: 'start.pressed' }
  | { type: 'photo.cancelled'; id: string }
  | { type: 'photo.retried'; id: string }
  /** cancels all unfinished photos */
  | { type: 'batch.cancelled' }
  /** continues with the waiting photos */
  | { type: 'retry.pressed' }
  /** saves all results as one ZIP file */
  | { type: 'archive.pressed' }
  /** closes the list of a finished batch */
  | { type: 'batch.dismissed' }
  /** from the studio: its photo, with the selected function and options */
  | ({ type: 'settings.changed'; photoId: string } & BatchSettings)
  | PictureLost
  | PictureChanged
  /** from the runs */
  | PhotoSettled
  | { type: 'result.deleted'; recordId: string | null }
  /** from the root */
  | { type: 'runs.crashed' }
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    batch: BatchEvent;
  }
}
