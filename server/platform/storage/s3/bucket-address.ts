import type { S3Config } from '../../config/storage-config.ts';

export type BucketAddress = {
  /** such as `https://photos.example.com` */
  origin: string;
  host: string;
  /** path of the bucket, without a slash at its end */
  path: string;
};

/** Returns the address of the bucket at one of its endpoints. */
export function bucketAddress(
  endpoint: string,
  { bucket, forcePathStyle }: Pick<S3Config, 'bucket' | 'forcePathStyle'>,
): BucketAddress {
  const { protocol, host, pathname } = new URL(endpoint);
  const base = pathname.replace(/\/$/, '');
  if (forcePathStyle) return { origin: `${protocol}//${host}`, host, path: `${base}/${bucket}` };
  const ownHost = `${bucket}.${host}`;
  return { origin: `${protocol}//${ownHost}`, host: ownHost, path: base };
}
