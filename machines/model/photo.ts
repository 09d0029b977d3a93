import type { PhotoSurvey } from '../../contract/ai-function.ts';
import type { Place } from './piece-frame.ts';

/** The part of a browser File that charts use. Adapters pass on the original object. */
export type PhotoFile = { readonly name: string; readonly size: number; readonly type: string };

/** The origin of a photo: the visitor's file (new or stored), one of the samples, or a record. */
export type PhotoSource =
  /**
   * `id` is the storage key on this device until the photo is decoded, or absent if the photo is
   * not stored; `isShared` is true if another app has sent the file
   */
  | { kind: 'file'; file: PhotoFile; id?: string; isShared?: true }
  | { kind: 'kept'; id: string; file: PhotoFile; madeFrom?: string | undefined }
  | { kind: 'sample'; name: string; url: string }
  /** the photo of an earlier record */
  | {
      kind: 'record';
      name: string;
      url: string;
      /** id of the record if the photo is its result */
      madeFrom?: string;
    };

/** Largest number of photos that can be started together (R85). */
export const mostPhotos = 20;

/** Largest file of a photo that the built-in functions accept, in bytes. */
export const mostPhotoBytes = 32 * 1024 * 1024;

export const nameOf = (source: PhotoSource): string =>
  'file' in source ? source.file.name : source.name;

/** Why no function can use a photo. */
export type PhotoProblem =
  | 'empty'
  | 'notAnImage'
  | 'truncated'
  | 'animated'
  | 'tooLarge'
  | 'unsupportedFormat'
  | 'tooSmall'
  | 'tooManyBytes'
  | 'unreadable';

export type Photo = {
  /** unguessable id, which is also the storage key of the photo on this device */
  id: string;
  file: PhotoFile;
  name: string;
  /**
   * a key of the contract's `fileFormats`, detected by the first bytes of the file, or null for an
   * unknown format
   */
  format: string | null;
  bytes: number;
  /**
   * size in pixels after the EXIF orientation is applied; if this browser cannot decode the photo,
   * the size is read from the header, or 0
   */
  width: number;
  height: number;
  /** false for HEIC if this browser cannot decode it; the server may still decode it */
  decodable: boolean;
  problem: PhotoProblem | null;
  /**
   * address of a small picture for <img>, created by the adapter; null if the photo cannot be
   * decoded
   */
  thumbnailUrl: string | null;
  /** id of the record whose result the photo is; absent for other photos */
  madeFrom?: string | undefined;
};

/** The input of a preview: a piece of the photo, or the whole photo scaled down. */
export type PhotoPiece = {
  /** JPEG or PNG in base64 */
  image: string;
  /** address of the same picture, for use in <img> */
  url: string;
  /** size in pixels */
  width: number;
  height: number;
  /** the place that the piece shows; absent if it shows the whole photo */
  place?: Place | undefined;
  /** only for functions that measure the photo */
  survey?: PhotoSurvey | undefined;
};

/** A function's result for a photo piece. */
export type PreviewPicture = Omit<PhotoPiece, 'image' | 'place' | 'survey'> & {
  /** names of the options that the photo needs; absent if the function does not measure it */
  needs?: readonly string[] | undefined;
  /** number of faces for which an option does something, or does it differently, by option */
  faces?: Readonly<Record<string, number>> | undefined;
};

export type PreparedPhoto = {
  file: PhotoFile;
  format: string;
  width: number;
  height: number;
};
