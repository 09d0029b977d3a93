import type { Readable } from 'node:stream';

/**
 * A presigned POST as multipart/form-data to `url`: first the `fields`, then the file as field
 * `file`.
 */
export type SignedUpload = { url: string; fields: Record<string, string>; expiresAt: Date };

export type StoredFile = { bytes: number; modifiedAt: Date };

/** An upload that a browser has sent to a store. The store has checked its signature. */
export type Arrival = {
  bytes: number;
  contentType: string;
  /** the `claim` of its signature */
  claim: string;
};

/** Uploads that browsers send directly to a store, until the server takes them. */
export interface Arrivals {
  find(key: string): Promise<Arrival | null>;
  /**
   * Stores the file of an upload. A further use of its signature does not change the file.
   * @returns false if the upload is gone
   */
  take(key: string): Promise<boolean>;
  /** Removes uploads that arrived before `time` and were not taken. */
  removeBefore(time: Date): Promise<void>;
}

/**
 * Stores photos and results. Keys look like paths: `uploads/<id>.jpg`, `records/<task>/result.png`,
 * `exports/<id>.zip`. The same tests run against every driver (`storage-contract.fixture.ts`).
 */
export interface Storage {
  /**
   * Signs one upload of at most `maxBytes` bytes. The signature expires `uploadLifetimeMs` after
   * `now`. The `UploadGate` or `Arrivals` return `claim` unchanged. The visitor can read `claim`.
   */
  signUpload(upload: {
    key: string;
    claim: string;
    contentType: string;
    maxBytes: number;
    now: Date;
  }): SignedUpload;
  /**
   * Returns a URL that the browser may fetch for at least an hour. Within an hour the URL stays the
   * same, so that the browser can cache the file. With `fileName` the browser saves the file under
   * that name.
   */
  signDownload(key: string, options: { now: Date; fileName?: string }): string;
  /**
   * Stores a local file, completely or not at all. Replaces an existing file with the same key. The
   * local file must not be changed later, because a driver may store a hard link to it.
   */
  put(key: string, localPath: string): Promise<void>;
  /**
   * Makes a local copy of a stored file, which must not be changed. `localPath` must not exist.
   * @throws StorageError NoSuchKey
   */
  fetchTo(key: string, localPath: string): Promise<void>;
  /**
   * Reads a stored file. The caller must read the stream to its end or destroy it.
   * @throws StorageError NoSuchKey
   */
  read(key: string): Promise<Readable>;
  /** Returns null if the file does not exist. */
  head(key: string): Promise<StoredFile | null>;
  /**
   * Removes files by key, and all files below a prefix (`records/<task>`). Ignores missing files.
   * If a file cannot be removed, the other files are removed anyway.
   */
  remove(keysOrPrefixes: string[]): Promise<void>;
  /**
   * Lists the names directly below `uploads`, `exports`, `records` or `records/<task>`. Some of
   * these names may not be valid keys.
   */
  list(prefix: string): AsyncIterable<string>;
  /** null if uploads pass the `UploadGate` of this server */
  arrivals: Arrivals | null;
}

/** Time for which an upload's signature is valid. */
export const uploadLifetimeMs = 10 * 60_000;

/**
 * Accepts or refuses uploads while they arrive. Each accepted upload ends with `stored` or
 * `broken`.
 */
export interface UploadGate {
  /** Called when an upload begins. Returns false if the signature was used, or is in use. */
  open(key: string, claim: string): Promise<boolean>;
  /**
   * Called when the file is complete, before it is stored. Returns false if another upload with the
   * same signature came first.
   * @throws AppError too_many_uploads, too_many_guests
   */
  arrived(key: string, bytes: number): Promise<boolean>;
  stored(key: string): Promise<void>;
  /** Called when the upload was interrupted or refused. Its signature may then be used again. */
  broken(key: string): Promise<void>;
}
