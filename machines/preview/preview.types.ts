import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { Photo, PhotoPiece, PreviewPicture } from '../model/photo.ts';
import type { Place } from '../model/piece-frame.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';

/** The photo, function and options that a press of start would use now. */
export type PreviewRequest = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type Preview = { photoId: string; before: PhotoPiece; after: PreviewPicture };

export type PreviewContext = {
  /** null if the studio has no photo */
  request: PreviewRequest | null;
  /**
   * middle of the piece in the current photo, for all functions; null until the first piece is
   * cropped, which shows the most detail
   */
  place: Place | null;
  /** pieces of the current photo, by the key of the preview input */
  pieces: Readonly<Record<string, PhotoPiece>>;
  /** previews of the current photo, by function, options and piece */
  previews: Readonly<Record<string, Preview>>;
  /** names of the options that the current photo needs, by function */
  needs: Readonly<Record<string, readonly string[]>>;
  /** number of faces for which an option does something, or does it differently, by function */
  faces: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * preview of the same function with the previous options or at the previous place, shown until
   * the current preview is loaded
   */
  standing: Preview | null;
  /** the piece that was on screen before the current one, if it is a part of the photo */
  earlier: PhotoPiece | null;
};

export type PreviewEvent =
  /** from the studio: the current photo, its function or its options have changed */
  | ({ type: 'preview.requested' } & PreviewRequest)
  /** The visitor has put the frame of the piece elsewhere; `place` is its new middle. */
  | { type: 'piece.moved'; place: Place }
  /** from the studio: the photo can no longer be started */
  | { type: 'photo.left' }
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    preview: PreviewEvent;
  }
}
