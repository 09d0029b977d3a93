import type { PhotoFile } from '../model/photo.ts';
import type {
  EncodedPicture,
  FileWish,
  PictureSource,
  PictureWays,
  StoredPicture,
} from '../model/picture-format.ts';
import type { PortCall } from './port.ts';

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
