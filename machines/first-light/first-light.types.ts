import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { Photo, PhotoCut, PreviewPicture } from '../model/photo.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';

/** What would be started now. */
export type LookWish = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type Look = { photoId: string; before: PhotoCut; after: PreviewPicture };

export type FirstLightContext = {
  /** null while no photo is in hand */
  wish: LookWish | null;
  /** of the photo in hand, by what the functions take of it */
  cuts: Readonly<Record<string, PhotoCut>>;
  /** of the photo in hand, by function and options */
  looks: Readonly<Record<string, Look>>;
  /** of the same function with another setting: it stands until the next one is there */
  standing: Look | null;
};

export type FirstLightEvent =
  /** from the tray: a photo is in hand, or something else would be started with it */
  | ({ type: 'look.wished' } & LookWish)
  /** from the tray: it is there for choosing no more */
  | { type: 'photo.left' }
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    firstLight: FirstLightEvent;
  }
}
