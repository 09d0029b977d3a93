/** A presigned POST: `fields` and then the file, as field `file`, go to `url` as multipart/form-data. */
export type SignedUpload = { url: string; fields: Record<string, string>; expiresAt: Date };

/**
 * Where photos and results are kept. Keys look like paths: `uploads/<id>.jpg`,
 * `records/<task>/result.png`, `exports/<id>.zip`. Drivers: `disk/`; one that talks to S3 belongs in `s3/`.
 */
export interface Storage {
  /**
   * Signs one upload of at most `maxBytes` bytes; it expires `uploadLifetimeMs` after `now`. `claim`
   * is readable by the visitor and comes back, unchanged, with the upload.
   */
  signUpload(upload: {
    key: string;
    claim: string;
    contentType: string;
    maxBytes: number;
    now: Date;
  }): SignedUpload;
  /**
   * An address the browser may fetch for an hour at least; the same all through an hour, so that
   * the browser's cache can hold it. With `fileName` the browser saves it under that name.
   */
  signDownload(key: string, options: { now: Date; fileName?: string }): string;
  /** A readable local path of a stored file. Throws when it does not exist. */
  localFile(key: string): Promise<string>;
  /** Moves a local file into the storage, replacing what the key held. */
  keep(localPath: string, key: string): Promise<void>;
  /**
   * Removes files by key, or by a prefix everything below it (`records/<task>`); missing ones are
   * fine. One that cannot be removed does not keep the others.
   */
  remove(keysOrPrefixes: string[]): Promise<void>;
  /** Names directly below `uploads`, `exports`, `records` or `records/<task>`, of keys and of anything else. */
  list(prefix: string): AsyncIterable<string>;
}

/** How long the signature of an upload may be used. */
export const uploadLifetimeMs = 10 * 60_000;

/** Accepts or refuses uploads as they arrive; each accepted one ends as stored or broken. */
export interface UploadGate {
  /** False when the signature was used, or is being used. */
  open(key: string, claim: string): Promise<boolean>;
  /**
   * All of it has arrived and the file is about to be kept. False when another upload came first.
   * @throws AppError too_many_uploads, too_many_guests
   */
  arrived(key: string, bytes: number): Promise<boolean>;
  stored(key: string): Promise<void>;
  /** The upload was interrupted or refused: the same signature may be used again. */
  broken(key: string): Promise<void>;
}
