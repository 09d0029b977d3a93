import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readKept } from './kept-file.ts';

/** Returns the signing secret, which is created once, in a file that only this user can read. */
export const readSigningSecret = (directory: string): string =>
  readKept(join(directory, 'signing-key'), {
    make: () => randomBytes(32).toString('hex'),
    shape: /^\S{32,}$/,
    advice:
      'It signs the addresses of uploads and downloads. Restore it from a backup, or delete it: a ' +
      'new one is made, and addresses that pages have open stop working. STORAGE_SECRET can replace it.',
  });
