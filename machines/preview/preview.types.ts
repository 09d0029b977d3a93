import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { Photo, PhotoPiece, PreviewPicture } from '../model/photo.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';

/** The run that a press of start would begin now. */
export type PreviewRequest = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type Preview = { photoId: string; before: PhotoPiece; after: PreviewPicture };

export type PreviewContext = {
  /** null without a current photo */
  request: PreviewRequest | null;
  /** pieces of the current photo, by preview input */
  pieces: Readonly<Record<string, PhotoPiece>>;
  /** pictures of the current photo, by function and options */
  previews: Readonly<Record<string, Preview>>;
  /**
   * the same function's preview for the previous options, shown until the current preview is loaded
   */
  standing: Preview | null;
};

export type PreviewEvent =
  /** from the studio: the current photo, its function or its options have changed */
  | ({ type: 'preview.requested' } & PreviewRequest)
  /** from the studio: the photo can no longer be started */
  | { type: 'photo.left' }
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    preview: PreviewEvent;
  }
}
