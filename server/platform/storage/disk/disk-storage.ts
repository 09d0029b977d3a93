import { randomBytes } from 'node:crypto';
import { access, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readKept } from '../kept-file.ts';
import { type Storage, uploadLifetimeMs } from '../storage.port.ts';
import { signPolicy } from './post-policy.ts';
import { presignGet } from './presigned-get.ts';
import type { SigningKey } from './sigv4.ts';
import { StorageError } from './storage-error.ts';

export const bucket = 'lightwell';
/** Path prefix of the storage's routes. The name of the bucket follows. */
export const storagePath = '/storage';

const hourMs = 3_600_000;
const downloadLifetimeSeconds = 7200;

const keyShape =
  /^(uploads|records|exports)\/[A-Za-z0-9_-]{1,64}(\/[a-z0-9-]{1,32})?\.[a-z0-9]{1,8}$/;

export type DiskStorage = Storage & {
  signingKey: SigningKey;
  /** host of signed URLs */
  host: string;
  /** folder for incoming files of this process */
  workDir: string;
  /**
   * Returns an absolute path.
   * @throws StorageError if the key is invalid
   */
  pathOf(key: string): string;
};

/** Returns the signing key, which is created once, in a file that only this user can read. */
const readSecret = (directory: string) =>
  readKept(join(directory, 'signing-key'), {
    make: () => randomBytes(32).toString('hex'),
    shape: /^\S{32,}$/,
    advice:
      'It signs the addresses of uploads and downloads. Restore it from a backup, or delete it: a ' +
      'new one is made, and addresses that pages have open stop working. STORAGE_SECRET can replace it.',
  });

/** Matches only the keys, prefixes and names of this storage. */
const pathShape = /^(uploads|records|exports)(\/(?!\.{1,2}(\/|$))[^/\0]+){1,2}$/;

function pathBelow(filesDir: string, path: string): string {
  if (!pathShape.test(path))
    throw new StorageError('NoSuchKey', `${path} is not a valid storage key.`);
  return join(filesDir, path);
}

/** Retries are necessary, because a result may be written into a folder while it is removed. */
const retries = { maxRetries: 5, retryDelay: 20 };

const isRejected = (result: PromiseSettledResult<void>) => result.status === 'rejected';

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function syncDirectory(path: string) {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

const mostSigned = 20_000;

/**
 * Returns a function that signs a URL only once per hour, because a list of records needs up to a
 * hundred URLs.
 */
function createSignedOnce() {
  const made = new Map<string, string>();
  return (name: string, sign: () => string): string => {
    const known = made.get(name);
    if (known !== undefined) return known;
    if (made.size >= mostSigned) made.clear();
    const signed = sign();
    made.set(name, signed);
    return signed;
  };
}

/**
 * Returns the header of RFC 6266. The name is encoded according to RFC 8187, which allows no
 * quotes, brackets and asterisks.
 */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9._ -]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Creates the storage on the local disk.
 * @param options.baseUrl prefix of URLs; empty for URLs on the page's own origin
 */
export async function createDiskStorage(options: {
  directory: string;
  /** folder for incoming files of this process, on the same disk as `directory` */
  workDir: string;
  secret: string | null;
  publicUrl: string;
  baseUrl: string;
}): Promise<DiskStorage> {
  const { directory, workDir, baseUrl } = options;
  const filesDir = join(directory, 'files');
  await mkdir(filesDir, { recursive: true });
  const secret = options.secret ?? readSecret(directory);
  const signingKey: SigningKey = { accessKeyId: 'lightwell', secret, region: 'local' };
  const signedOnce = createSignedOnce();
  const host = new URL(baseUrl || options.publicUrl).host;

  const pathOf = (key: string) => {
    if (!keyShape.test(key)) throw new StorageError('NoSuchKey', 'The key does not exist.');
    return join(filesDir, key);
  };

  return {
    signingKey,
    host,
    workDir,
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
    signDownload(key, { now, fileName }) {
      const date = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
      return signedOnce(`${date.getTime()} ${key} ${fileName ?? ''}`, () => {
        const signed = presignGet(signingKey, {
          host,
          path: `${storagePath}/${bucket}/${key}`,
          date,
          expiresSeconds: downloadLifetimeSeconds,
          ...(fileName === undefined ? {} : { disposition: contentDisposition(fileName) }),
        });
        return `${baseUrl}${signed}`;
      });
    },
    async localFile(key) {
      const path = pathOf(key);
      await access(path);
      return path;
    },
    async keep(localPath, key) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const handle = await open(localPath, 'r');
      await handle.sync().finally(() => handle.close());
      await rename(localPath, path);
      await syncDirectory(dirname(path));
    },
    async remove(paths) {
      const removals = paths.map(async (path) =>
        rm(pathBelow(filesDir, path), { recursive: true, force: true, ...retries }),
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
