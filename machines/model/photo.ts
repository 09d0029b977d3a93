/** The part of a browser File that charts use; adapters pass the same object on. */
export type PhotoFile = { readonly name: string; readonly size: number; readonly type: string };

/** Origin of a photo: the visitor's file, new or stored, one of our samples, or a record. */
export type PhotoSource =
  /** `id`: key under which this device stores it until it is decoded; absent if it is not stored */
  | { kind: 'file'; file: PhotoFile; id?: string }
  | { kind: 'kept'; id: string; file: PhotoFile }
  | { kind: 'sample'; name: string; url: string }
  /** the photo of an earlier record */
  | { kind: 'record'; name: string; url: string };

export const nameOf = (source: PhotoSource): string =>
  'file' in source ? source.file.name : source.name;

/** The first picture of several files, otherwise the first file, or null if there is none. */
export const takeOne = (
  files: readonly PhotoFile[],
  id: string,
): { source: PhotoSource; leftOut: number } | null => {
  const file = files.find(({ type }) => type.startsWith('image/')) ?? files[0];
  return file ? { source: { kind: 'file', file, id }, leftOut: files.length - 1 } : null;
};

/** Why no function can use a photo. */
export type PhotoProblem =
  | 'empty'
  | 'notAnImage'
  | 'truncated'
  | 'animated'
  | 'tooLarge'
  /** no offered function accepts the format */
  | 'unsupportedFormat'
  | 'tooSmall'
  | 'tooManyBytes'
  | 'unreadable';

export type Photo = {
  /** unguessable; key under which this device stores the photo */
  id: string;
  file: PhotoFile;
  name: string;
  /** a key of `fileFormats` in the contract, detected by magic bytes, or null if none matches */
  format: string | null;
  bytes: number;
  /** pixels after the EXIF orientation; if this browser cannot decode it, those in its header, or 0 */
  width: number;
  height: number;
  /** false for HEIC if the browser cannot decode it; the server may still be able to */
  decodable: boolean;
  problem: PhotoProblem | null;
  /** an address for <img>, made by the adapter, or null if not decodable */
  thumbnailUrl: string | null;
};

/** A piece of the photo, or the whole photo scaled down, as the input of a preview. */
export type PhotoPiece = {
  /** JPEG or PNG in base64 */
  image: string;
  /** the same picture, for <img> */
  url: string;
  /** pixels */
  width: number;
  height: number;
};

/** A function's result for a photo piece. */
export type PreviewPicture = Omit<PhotoPiece, 'image'>;

export type PreparedPhoto = {
  file: PhotoFile;
  format: string;
  width: number;
  height: number;
};
