import { extname } from 'node:path';
import { fileFormats } from '../../../contract/functions.ts';

const types: Record<string, string> = { ...fileFormats, zip: 'application/zip' };

/** Returns the media type of a file by the extension of its key. */
export const typeOf = (key: string): string =>
  types[extname(key).slice(1)] ?? 'application/octet-stream';
