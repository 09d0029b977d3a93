import { z } from 'zod';
import { httpUrl } from './firebase-config.ts';

export const storageVariables = {
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  STORAGE_SECRET: z.string().min(32, 'needs 32 characters or more').optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_PUBLIC_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'is not the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
};

/** A bucket of an S3-compatible store. */
export type S3Config = {
  /** address at which this server reaches the store */
  endpoint: string;
  /** address at which browsers reach the store */
  publicEndpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** true for `endpoint/bucket`, false for `bucket.endpoint` */
  forcePathStyle: boolean;
};

type Env = z.output<z.ZodObject<typeof storageVariables>>;

const needed = [
  ['S3_BUCKET', 'the name of the bucket'],
  ['S3_ACCESS_KEY_ID', 'the id of a key that may read, write and list the bucket'],
  ['S3_SECRET_ACCESS_KEY', 'the secret of the key'],
  ['STORAGE_SECRET', 'a secret of 32 characters or more, the same for all processes'],
] as const;

export function storageProblemsOf(env: Env): string[] {
  if (env.STORAGE === 'disk') return [];
  return needed
    .filter(([name]) => env[name] === undefined)
    .map(([name, what]) => `${name}: STORAGE=s3 needs ${what}`);
}

/** Returns null if files are stored on the disk. */
export function s3Of(env: Env): S3Config | null {
  if (env.STORAGE === 'disk') return null;
  const endpoint = env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`;
  return {
    endpoint,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT ?? endpoint,
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
  };
}
