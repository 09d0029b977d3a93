/** The part of a browser File that charts use; adapters pass the same object on. */
export type PhotoFile = { readonly name: string; readonly size: number; readonly type: string };

/** Where a photo comes from: the visitor's own file, of now or of before, or one of our samples. */
export type PhotoSource =
  /** `id`: this device keeps it under that until it was looked into; without one it is not kept */
  | { kind: 'file'; file: PhotoFile; id?: string }
  | { kind: 'kept'; id: string; file: PhotoFile }
  | { kind: 'sample'; name: string; url: string }
  /** the photo of a record, once more */
  | { kind: 'record'; name: string; url: string };

export const nameOf = (source: PhotoSource): string =>
  'file' in source ? source.file.name : source.name;

/** Of several files the first picture is taken, or the first of all; null where there is none. */
export const takeOne = (
  files: readonly PhotoFile[],
  id: string,
): { source: PhotoSource; leftOut: number } | null => {
  const file = files.find(({ type }) => type.startsWith('image/')) ?? files[0];
  return file ? { source: { kind: 'file', file, id }, leftOut: files.length - 1 } : null;
};

/** Why a photo cannot be used, whatever the function. */
export type PhotoProblem =
  | 'empty'
  | 'notAnImage'
  | 'truncated'
  | 'animated'
  | 'tooLarge'
  /** no function that is offered takes it */
  | 'unsupportedFormat'
  | 'tooSmall'
  | 'tooManyBytes'
  | 'unreadable';

export type Photo = {
  /** unguessable; this device keeps the photo under it */
  id: string;
  file: PhotoFile;
  name: string;
  /** by magic bytes: a key of `fileFormats` in the contract, or null when it is none of them */
  format: string | null;
  bytes: number;
  /**
   * pixels after the EXIF orientation; when this browser cannot decode it, those in its header, or 0
   */
  width: number;
  height: number;
  /** false for HEIC where nobody here can decode it: the server may still be able to */
  decodable: boolean;
  problem: PhotoProblem | null;
  /** an address for <img>, made by the adapter; null when not decodable */
  previewUrl: string | null;
};

/** A photo that the server has, prepared for one function, and that no start has taken yet. */
export type ArrivedPhoto = { photoId: string; functionCode: string; fileKey: string };

/** A piece of the photo, or all of it made smaller, for a first look. */
export type PhotoCut = {
  /** JPEG or PNG in base64 */
  image: string;
  /** the same, for <img> */
  url: string;
  /** pixels */
  width: number;
  height: number;
};

/** What a function makes of a cut. */
export type PreviewPicture = Omit<PhotoCut, 'image'>;

export type PreparedPhoto = {
  file: PhotoFile;
  format: string;
  width: number;
  height: number;
};
