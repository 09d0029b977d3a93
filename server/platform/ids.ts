import { randomBytes } from 'node:crypto';

/** Unguessable, and safe in URLs and file names. */
export const newId = () => randomBytes(16).toString('base64url');
