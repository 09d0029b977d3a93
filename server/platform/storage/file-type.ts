import { extname } from 'node:path';
import { fileFormats } from '../../../contract/functions.ts';

const types: Record<string, string> = { ...fileFormats, zip: 'application/zip' };

/** Returns the media type of a file by the extension of its key. */
export const typeOf = (key: string): string =>
  types[extname(key).slice(1)] ?? 'application/octet-stream';

/**
 * Header of files for browsers. A deleted file must not be shown again, so the browser asks each
 * time and usually gets 304.
 */
export const cacheControl = 'private, no-cache';
