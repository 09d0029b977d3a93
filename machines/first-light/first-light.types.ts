import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { Photo, PhotoCut, PreviewPicture } from '../model/photo.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';

/** The run that a press of start would begin now. */
export type LookWish = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type Look = { photoId: string; before: PhotoCut; after: PreviewPicture };

export type FirstLightContext = {
  /** null without a current photo */
  wish: LookWish | null;
  /** cuts of the current photo, by preview input */
  cuts: Readonly<Record<string, PhotoCut>>;
  /** pictures of the current photo, by function and options */
  looks: Readonly<Record<string, Look>>;
  /** picture of the same function with the previous options: shown until the next one is loaded */
  standing: Look | null;
};

export type FirstLightEvent =
  /** from the studio: there is a current photo, or its function or options have changed */
  | ({ type: 'look.wished' } & LookWish)
  /** from the studio: the photo can no longer be started */
  | { type: 'photo.left' }
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    firstLight: FirstLightEvent;
  }
}
