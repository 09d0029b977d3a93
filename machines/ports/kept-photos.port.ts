import type { KeptPhoto } from '../model/kept-photo.ts';
import type { PortCall, PortStream } from './port.ts';

/** News about photos held by this visitor's other tabs. */
export type KeptPhotoEvent =
  /** free now; from here on this tab holds it */
  | { type: 'keptPhoto.found'; kept: KeptPhoto }
  /** other tabs hold these; by the names of their files */
  | { type: 'keptPhoto.elsewhere'; names: readonly string[] }
  | { type: 'keptPhoto.nowhere' };

/** The ids of photos in use by charts of this tab. */
type InHand = { inHand: readonly string[] };

export type KeptPhotosPort = {
  /**
   * Keeps the photo on this device for a page that is reloaded, crashes or is closed; the same id
   * again replaces what is known of it. Rejects with `unsupported` where nothing can be kept: no
   * room, no storage, no way to tell tabs apart.
   */
  keepPhoto: PortCall<KeptPhoto, void>;
  /** Deletes it from this device; a `keepPhoto` from before does not bring it back. */
  forgetPhoto: PortCall<{ id: string }, void>;
  /**
   * The newest photo that was kept and that no tab has in hand, or null. Photos that were kept for
   * a day are deleted instead.
   */
  takeKeptPhoto: PortCall<InHand, KeptPhoto | null>;
  /** The same question as long as it goes on: photos that other tabs hold may become free. */
  watchKeptPhotos: PortStream<InHand, KeptPhotoEvent>;
  /** The browser asks before the page is left. */
  guardLeaving: PortStream<void, never>;
};
