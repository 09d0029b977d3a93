import { noSuchKey, StorageError } from './storage-error.ts';

const keyShape =
  /^(uploads|records|exports|unfinished)\/[A-Za-z0-9_-]{1,64}(\/[a-z0-9-]{1,32})?\.[a-z0-9]{1,8}$/;

/** Matches the keys and prefixes of a storage, and other names that `list` may return. */
const pathShape = /^(uploads|records|exports|unfinished)(\/(?!\.{1,2}(\/|$))[^/\0]+){1,2}$/;

export const isKey = (path: string): boolean => keyShape.test(path);

/** @throws StorageError if the key is invalid */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw noSuchKey();
  return key;
}

/** @throws StorageError if the path is neither a key nor a prefix */
export function checkedPath(path: string): string {
  if (pathShape.test(path)) return path;
  throw new StorageError('NoSuchKey', `${path} is not a valid storage key.`);
}
