import type { KeptPhoto } from '../model/kept-photo.ts';
import type { PortCall, PortStream } from './port.ts';

/** News about stored photos that this visitor's other tabs use. */
export type KeptPhotoEvent =
  /** the photo was free, and this tab uses it from now on */
  | { type: 'keptPhoto.found'; kept: KeptPhoto }
  /** file names of the photos that other tabs use */
  | { type: 'keptPhoto.elsewhere'; names: readonly string[] }
  | { type: 'keptPhoto.nowhere' };

/** The ids of photos that charts of this tab use. */
type InHand = { inHand: readonly string[] };

export type KeptPhotosPort = {
  /**
   * Stores the photo on this device, so that it survives a reload, a crash or closing the page.
   * Saving the same id again replaces its data. Rejects with `unsupported` if the browser has no
   * space, no storage or no Web Locks.
   */
  keepPhoto: PortCall<KeptPhoto, void>;
  /** Deletes the photo from this device. An earlier, unfinished `keepPhoto` does not restore it. */
  forgetPhoto: PortCall<{ id: string }, void>;
  /**
   * The newest stored photo that no tab uses, or null. Deletes photos stored more than a day ago.
   */
  takeKeptPhoto: PortCall<InHand, KeptPhoto | null>;
  /** Like `takeKeptPhoto`, as a stream: emits when another tab releases a photo. */
  watchKeptPhotos: PortStream<InHand, KeptPhotoEvent>;
  /** While subscribed, the browser asks the visitor for confirmation before the page is closed. */
  guardLeaving: PortStream<void, never>;
};
