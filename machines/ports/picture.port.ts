import type { Change } from '../model/change.ts';
import type { PhotoFile } from '../model/photo.ts';
import type {
  EncodedPicture,
  FileWish,
  PictureSource,
  PictureWays,
  StoredPicture,
} from '../model/picture-format.ts';
import type { PortCall } from './port.ts';

/** Addresses of the two pictures, and the size of the second in pixels. */
export type ComparedPictures = { before: string; after: string; width: number; height: number };

type WithPicture = { picture: StoredPicture };

/**
 * Makes, saves, shares and copies files on the visitor's device. A call that loads the picture rejects
 * with `record_gone` if the picture was deleted or its address has expired.
 */
export type PicturePort = {
  findPictureWays: PortCall<WithPicture, PictureWays>;
  /**
   * Makes a file from the picture, scaled down to `side`. With `maxBytes`, uses the best quality
   * below that limit, and scales the picture down further if no acceptable quality is small enough.
   * Rejects with `unsupported` if this browser cannot make the file.
   */
  encodePicture: PortCall<{ source: PictureSource; wish: FileWish }, EncodedPicture>;
  /** Finds where two pictures of the same shape differ most; null if that is best seen as a whole. */
  findChange: PortCall<ComparedPictures, Change | null>;
  /** Makes the browser download the file. */
  savePicture: PortCall<{ file: PhotoFile }, void>;
  /**
   * Loads the pictures and makes the browser download them as one ZIP file of this name. A single
   * picture is not packed.
   */
  savePictures: PortCall<{ pictures: readonly StoredPicture[]; name: string }, void>;
  /** Opens the device's share sheet. Rejects with `cancelled` if the visitor closes it. */
  sharePicture: PortCall<WithPicture, void>;
  /** Copies the picture to the clipboard as a PNG. */
  copyPicture: PortCall<WithPicture, void>;
};
