import type { S3Client } from '@aws-sdk/client-s3';
import { ConfigError } from '../../config/config.ts';
import type { S3Config } from '../../config/storage-config.ts';
import { AppError, StartDelayed } from '../../errors.ts';
import { isNetworkError } from '../../network-error.ts';

export type Sdk = typeof import('@aws-sdk/client-s3');

type SdkError = { name?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown) => (error as SdkError).$metadata?.httpStatusCode;

/** Returns true if the store has no such file. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as SdkError).name !== 'NoSuchBucket';

/** Returns true if the store did not answer, or answered that it failed. */
function isAway(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500;
  return isNetworkError(error) || (error as Error).name === 'TimeoutError';
}

/** Turns errors of a store that is away into `unavailable`. */
function reportAway(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!isAway(error)) throw error;
        throw new AppError('unavailable', 'the store does not answer', { cause: error });
      }
    },
    { step: 'initialize', name: 'reportAway' },
  );
}

/** @throws ConfigError if the bucket cannot be used, StartDelayed if the store does not answer */
async function checkBucket(client: S3Client, sdk: Sdk, { bucket, endpoint }: S3Config) {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) {
      throw new ConfigError([`S3_BUCKET: ${endpoint} has no bucket ${bucket}; create it first`]);
    }
    if (status === 403 || status === 401) {
      throw new ConfigError([
        `S3_ACCESS_KEY_ID: ${endpoint} refuses this key, its secret or its access to ${bucket}`,
      ]);
    }
    const { message } = error as Error;
    throw new StartDelayed(`S3_ENDPOINT: ${endpoint} cannot be used now: ${message}`, {
      cause: error,
    });
  }
}

/**
 * Opens the client of a bucket. The SDK is loaded here, because only this driver needs it.
 * Commands throw AppError unavailable while the store is away.
 */
export async function openS3Client(config: S3Config): Promise<{ client: S3Client; sdk: Sdk }> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: {
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
    },
    // Not all stores know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
  });
  await checkBucket(client, sdk, config);
  reportAway(client);
  return { client, sdk };
}
