import type { KeptPhoto } from '../model/kept-photo.ts';
import type { PortCall, PortStream } from './port.ts';

/** News about photos held by this visitor's other tabs. */
export type KeptPhotoEvent =
  /** the photo is free, and held by this tab from now on */
  | { type: 'keptPhoto.found'; kept: KeptPhoto }
  /** file names of the photos that other tabs hold */
  | { type: 'keptPhoto.elsewhere'; names: readonly string[] }
  | { type: 'keptPhoto.nowhere' };

/** The ids of photos in use by charts of this tab. */
type InHand = { inHand: readonly string[] };

export type KeptPhotosPort = {
  /**
   * Saves the photo on this device for a page that is reloaded, crashes or is closed; saving the same id again
   * replaces its data. Rejects with `unsupported` if nothing can be saved: no room, no storage, or no means to
   * tell tabs apart.
   */
  keepPhoto: PortCall<KeptPhoto, void>;
  /** Deletes it from this device; an earlier, unfinished `keepPhoto` does not bring it back. */
  forgetPhoto: PortCall<{ id: string }, void>;
  /**
   * The newest stored photo that is not in use by any tab, or null. Photos stored more than a day ago are
   * deleted instead.
   */
  takeKeptPhoto: PortCall<InHand, KeptPhoto | null>;
  /** The same as a stream: photos that other tabs hold may become free. */
  watchKeptPhotos: PortStream<InHand, KeptPhotoEvent>;
  /** While subscribed, the browser asks the visitor before the page is closed. */
  guardLeaving: PortStream<void, never>;
};
