import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '../../config/storage-config.ts';
import { createDownloadUrls, downloadLifetimeSeconds } from '../download-urls.ts';
import { cacheControl, typeOf } from '../file-type.ts';
import { checkedKey, checkedPath, isKey } from '../keys.ts';
import { signPolicy } from '../signatures/post-policy.ts';
import { presignGet } from '../signatures/presigned-get.ts';
import { type Storage, uploadLifetimeMs } from '../storage.port.ts';
import { noSuchKey } from '../storage-error.ts';
import { bucketAddress } from './bucket-address.ts';
import { createS3Arrivals, incomingKeyOf } from './s3-arrivals.ts';
import { isMissing, openS3Client } from './s3-client.ts';

/**
 * Creates the storage in a bucket of an S3-compatible store. Signatures are made here and not by
 * the SDK, because the SDK takes a millisecond for each URL, and a list needs hundreds of them.
 * @throws ConfigError if the bucket cannot be used
 */
export async function createS3Storage(config: S3Config): Promise<Storage> {
  const { bucket } = config;
  const { client, sdk } = await openS3Client(config);
  const at = bucketAddress(config.publicEndpoint, config);
  const signingKey = {
    accessKeyId: config.accessKeyId,
    secret: config.secretAccessKey,
    region: config.region,
  };

  async function* keysBelow(prefix: string): AsyncGenerator<string> {
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages) {
      for (const { Key } of Contents) if (Key) yield Key;
    }
  }

  const removeOne = (key: string) =>
    client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }));

  async function removePath(path: string): Promise<void> {
    await removeOne(checkedPath(path));
    if (isKey(path)) return;
    for await (const key of keysBelow(`${path}/`)) await removeOne(key);
  }

  async function read(key: string): Promise<Readable> {
    const Key = checkedKey(key);
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key }));
      return Body as Readable;
    } catch (error) {
      throw isMissing(error) ? noSuchKey() : error;
    }
  }

  return {
    arrivals: createS3Arrivals({ client, sdk, bucket }),
    signUpload({ key, now, ...upload }) {
      const expiresAt = new Date(now.getTime() + uploadLifetimeMs);
      const policy = { ...upload, bucket, key: incomingKeyOf(key), now, expiresAt };
      return {
        url: `${at.origin}${at.path || '/'}`,
        fields: signPolicy(signingKey, policy),
        expiresAt,
      };
    },
    signDownload: createDownloadUrls(({ key, ...download }) => {
      const request = { host: at.host, path: `${at.path}/${key}`, ...download };
      const expiresSeconds = downloadLifetimeSeconds;
      return `${at.origin}${presignGet(signingKey, { ...request, expiresSeconds })}`;
    }),
    async put(key, localPath) {
      const Key = checkedKey(key);
      const { size } = await stat(localPath);
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: bucket,
          Key,
          Body: createReadStream(localPath),
          ContentLength: size,
          ContentType: typeOf(key),
          CacheControl: cacheControl,
        }),
      );
    },
    async fetchTo(key, localPath) {
      const body = await read(key);
      try {
        await pipeline(body, createWriteStream(localPath, { flags: 'wx' }));
      } catch (error) {
        await rm(localPath, { force: true });
        throw error;
      }
    },
    read,
    async head(key) {
      try {
        const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: checkedKey(key) });
        const { ContentLength = 0, LastModified = new Date(0) } = await client.send(command);
        return { bytes: ContentLength, modifiedAt: LastModified };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(paths) {
      const done = await Promise.allSettled(paths.map(removePath));
      const failed = done.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    async *list(prefix) {
      const below = `${prefix}/`;
      const request = { Bucket: bucket, Prefix: below, Delimiter: '/' };
      const pages = sdk.paginateListObjectsV2({ client }, request);
      for await (const { Contents = [], CommonPrefixes = [] } of pages) {
        for (const { Key } of Contents) if (Key) yield Key.slice(below.length);
        for (const { Prefix } of CommonPrefixes) {
          if (Prefix) yield Prefix.slice(below.length, -1);
        }
      }
    },
  };
}
