import { randomBytes } from 'node:crypto';

/** Returns an id that cannot be guessed and is safe in URLs and file names. */
export const newId = () => randomBytes(16).toString('base64url');
