/**
 * A presigned POST: `fields` and then the file, as field `file`, go to `url` as
 * multipart/form-data.
 */
export type SignedUpload = { url: string; fields: Record<string, string>; expiresAt: Date };

/**
 * Stores photos and results. Keys look like paths: `uploads/<id>.jpg`, `records/<task>/result.png`,
 * `exports/<id>.zip`. Drivers: `disk/`; one for S3 belongs in `s3/`.
 */
export interface Storage {
  /**
   * Signs one upload of at most `maxBytes` bytes; it expires `uploadLifetimeMs` after `now`.
   * `claim` is readable by the visitor and is returned unchanged with the upload.
   */
  signUpload(upload: {
    key: string;
    claim: string;
    contentType: string;
    maxBytes: number;
    now: Date;
  }): SignedUpload;
  /**
   * An address the browser may fetch for at least an hour. It is the same throughout an hour, so
   * that the browser can cache it. With `fileName` the browser saves the file under that name.
   */
  signDownload(key: string, options: { now: Date; fileName?: string }): string;
  /** A readable local path of a stored file. Throws if the file does not exist. */
  localFile(key: string): Promise<string>;
  /** Moves a local file into the storage and replaces the key's old content. */
  keep(localPath: string, key: string): Promise<void>;
  /**
   * Removes files by key, and everything below a prefix (`records/<task>`). Missing files are not
   * an error; a file that cannot be removed does not stop the others.
   */
  remove(keysOrPrefixes: string[]): Promise<void>;
  /**
   * Names directly below `uploads`, `exports`, `records` or `records/<task>`, including names that
   * are not keys.
   */
  list(prefix: string): AsyncIterable<string>;
}

/** Lifetime of an upload's signature. */
export const uploadLifetimeMs = 10 * 60_000;

/** Accepts or refuses uploads as they arrive; each accepted one ends as stored or broken. */
export interface UploadGate {
  /** False if the signature was used or is in use. */
  open(key: string, claim: string): Promise<boolean>;
  /**
   * The file is complete and about to be stored. Returns false if another upload came first.
   * @throws AppError too_many_uploads, too_many_guests
   */
  arrived(key: string, bytes: number): Promise<boolean>;
  stored(key: string): Promise<void>;
  /** The upload was interrupted or refused, so its signature may be used again. */
  broken(key: string): Promise<void>;
}
