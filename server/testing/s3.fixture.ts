import { readConfig } from '../platform/config/config.ts';
import type { S3Config } from '../platform/config/storage-config.ts';

/** Settings of a server that stores its files in the bucket of `npm run test:s3`. */
export const s3Settings = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      name.startsWith('S3_') ? [[name, value]] : [],
    ),
  ),
  STORAGE: 's3',
  STORAGE_SECRET: 'the secret of the tests in a bucket',
});

export function s3Config(): S3Config {
  const { s3 } = readConfig(s3Settings());
  if (!s3) throw new Error('Expected settings of a bucket: npm run test:s3');
  return s3;
}
