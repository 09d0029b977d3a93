import type { S3Client } from '@aws-sdk/client-s3';
import { cacheControl, typeOf } from '../file-type.ts';
import { checkedKey } from '../keys.ts';
import type { Arrivals } from '../storage.port.ts';
import { isMissing, type Sdk } from './s3-client.ts';

const incoming = 'incoming/';

/**
 * Returns the key under which a browser stores an upload. The server copies the file from there, so
 * that a signature that is used again cannot change a file that was checked.
 */
export const incomingKeyOf = (key: string): string =>
  `${incoming}${checkedKey(key).slice('uploads/'.length)}`;

export function createS3Arrivals(parts: { client: S3Client; sdk: Sdk; bucket: string }): Arrivals {
  const { client, sdk, bucket: Bucket } = parts;

  const removeOne = (Key: string) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));

  return {
    async find(key) {
      try {
        const command = new sdk.HeadObjectCommand({ Bucket, Key: incomingKeyOf(key) });
        const found = await client.send(command);
        return {
          bytes: found.ContentLength ?? 0,
          contentType: found.ContentType ?? '',
          claim: found.Metadata?.claim ?? '',
        };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async take(key) {
      try {
        await client.send(
          new sdk.CopyObjectCommand({
            Bucket,
            Key: checkedKey(key),
            CopySource: `${Bucket}/${incomingKeyOf(key)}`,
            MetadataDirective: 'REPLACE',
            ContentType: typeOf(key),
            CacheControl: cacheControl,
          }),
        );
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      await removeOne(incomingKeyOf(key));
      return true;
    },
    async removeBefore(time) {
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: incoming });
      for await (const { Contents = [] } of pages) {
        for (const { Key, LastModified } of Contents) {
          if (Key && LastModified && LastModified < time) await removeOne(Key);
        }
      }
    },
  };
}
