import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDownloadUrls, downloadLifetimeSeconds } from '../download-urls.ts';
import { checkedKey, checkedPath } from '../keys.ts';
import { signPolicy } from '../signatures/post-policy.ts';
import { presignGet } from '../signatures/presigned-get.ts';
import type { SigningKey } from '../signatures/sigv4.ts';
import { type Storage, uploadLifetimeMs } from '../storage.port.ts';
import { noSuchKey } from '../storage-error.ts';

export const bucket = 'lightwell';
/** Path prefix of the storage's routes. The name of the bucket follows. */
export const storagePath = '/storage';

export type DiskStorage = Storage & {
  signingKey: SigningKey;
  /** host of signed URLs */
  host: string;
  /**
   * Returns an absolute path.
   * @throws StorageError if the key is invalid
   */
  pathOf(key: string): string;
};

/** Retries are necessary, because a result may be written into a folder while it is removed. */
const retries = { maxRetries: 5, retryDelay: 20 };

const isRejected = (result: PromiseSettledResult<void>) => result.status === 'rejected';

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT';

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (isMissing(error)) return null;
  throw error;
}

/** File systems without hard links, and folders on other file systems, need a real copy. */
const linkless = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];

async function linkOrCopy(from: string, to: string) {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (linkless.includes(error.code ?? '')) return copyFile(from, to);
    throw error;
  });
}

async function sync(path: string) {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Creates the storage on the local disk.
 * @param options.baseUrl prefix of URLs; empty for URLs on the page's own origin
 */
export async function createDiskStorage(options: {
  directory: string;
  secret: string;
  publicUrl: string;
  baseUrl: string;
}): Promise<DiskStorage> {
  const { directory, secret, baseUrl } = options;
  const filesDir = join(directory, 'files');
  await mkdir(filesDir, { recursive: true });
  const signingKey: SigningKey = { accessKeyId: 'lightwell', secret, region: 'local' };
  const host = new URL(baseUrl || options.publicUrl).host;

  const pathOf = (key: string) => join(filesDir, checkedKey(key));

  return {
    arrivals: null,
    signingKey,
    host,
    pathOf,
    signUpload({ key, claim, contentType, maxBytes, now }) {
      const expiresAt = new Date(now.getTime() + uploadLifetimeMs);
      const policy = { bucket, key, claim, contentType, maxBytes, now, expiresAt };
      return {
        url: `${baseUrl}${storagePath}/${bucket}`,
        fields: signPolicy(signingKey, policy),
        expiresAt,
      };
    },
    signDownload: createDownloadUrls(({ key, ...download }) => {
      const path = `${storagePath}/${bucket}/${key}`;
      const expiresSeconds = downloadLifetimeSeconds;
      return `${baseUrl}${presignGet(signingKey, { host, path, expiresSeconds, ...download })}`;
    }),
    async put(key, localPath) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await sync(localPath);
      const draft = `${localPath}.${randomUUID()}`;
      try {
        await linkOrCopy(localPath, draft);
        await rename(draft, path);
      } finally {
        // A rename to another link of the same file leaves both.
        await rm(draft, { force: true });
      }
      await sync(dirname(path));
    },
    async fetchTo(key, localPath) {
      const path = pathOf(key);
      await linkOrCopy(path, localPath).catch(async (error) => {
        const isGone = isMissing(error) && (await stat(path).catch(nullWhenMissing)) === null;
        throw isGone ? noSuchKey() : error;
      });
    },
    async read(key) {
      const handle = await open(pathOf(key)).catch(nullWhenMissing);
      if (!handle) throw noSuchKey();
      return handle.createReadStream();
    },
    async head(key) {
      const found = await stat(pathOf(key)).catch(nullWhenMissing);
      return found && { bytes: found.size, modifiedAt: found.mtime };
    },
    async remove(paths) {
      const removals = paths.map(async (path) =>
        rm(join(filesDir, checkedPath(path)), { recursive: true, force: true, ...retries }),
      );
      const failed = (await Promise.allSettled(removals)).find(isRejected);
      if (failed) throw failed.reason;
    },
    async *list(prefix) {
      const folder = await opendir(join(filesDir, prefix)).catch(nullWhenMissing);
      for await (const entry of folder ?? []) yield entry.name;
    },
  };
}
