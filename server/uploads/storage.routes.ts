import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { hasUnreadBody, uploadPace } from '../platform/http/body-deadline.ts';
import { isKnown } from '../platform/http/content.ts';
import { idInLog, toAppError } from '../platform/http/error-handler.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import { bucket, type DiskStorage, storagePath } from '../platform/storage/disk/disk-storage.ts';
import { receiveUpload } from '../platform/storage/disk/receive-upload.ts';
import { cacheControl, typeOf } from '../platform/storage/file-type.ts';
import { verifyGet } from '../platform/storage/signatures/presigned-get.ts';
import type { UploadGate } from '../platform/storage/storage.port.ts';
import { errorXml, noSuchKey, StorageError } from '../platform/storage/storage-error.ts';

/** Bytes that a refused upload may still send before its connection is closed. */
const slackBytes = 64 * 1024 * 1024;

/**
 * Returns the first and last byte, or null for the whole file. Only single ranges are supported.
 */
function parseRange(header: string | undefined, size: number): [number, number] | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!parts || (!parts[1] && !parts[2])) return null;
  const first = parts[1] ? Number(parts[1]) : Math.max(0, size - Number(parts[2]));
  const last = parts[1] && parts[2] ? Math.min(Number(parts[2]), size - 1) : size - 1;
  if (first > last) throw new StorageError('InvalidRange', 'The range is outside of the file.');
  return [first, last];
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch {
    throw noSuchKey();
  }
}

/**
 * Files up to this size are read at once, because a stream would take longer than reading the file.
 */
const wholeBytes = 1024 * 1024;

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  disposition: string | undefined,
) {
  const handle = await openFile(path);
  let isStreamed = false;
  try {
    const { size, mtimeMs } = await handle.stat();
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    reply.headers({
      'content-type': typeOf(path),
      'accept-ranges': 'bytes',
      'cache-control': cacheControl,
      etag,
      'content-security-policy': "default-src 'none'; sandbox",
    });
    if (disposition) reply.header('content-disposition', disposition);
    if (isKnown(request.headers['if-none-match'], etag)) return await reply.code(304).send();
    const range = parseRange(request.headers.range, size);
    const [start, end] = range ?? [0, size - 1];
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    reply.header('content-length', end - start + 1);
    if (request.method === 'HEAD') return await reply.send();
    const length = end - start + 1;
    isStreamed = length > wholeBytes;
    // The stream closes the file when it ends.
    if (isStreamed) return await reply.send(handle.createReadStream({ start, end }));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return await reply.send(buffer.subarray(0, bytesRead));
  } finally {
    if (!isStreamed) await handle.close();
  }
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof AppError && error.code === 'rate_limited') {
    return new StorageError('SlowDown', 'Too many requests.');
  }
  if (error instanceof AppError && error.code === 'too_many_uploads') {
    return new StorageError('TooManyUploads', 'There are too many uploads that no task uses.');
  }
  if (error instanceof AppError && error.code === 'too_many_guests') {
    return new StorageError('TooManyGuests', 'Too many new visitors from this address.');
  }
  const { code } = toAppError(error);
  if (code === 'storage_full') {
    return new StorageError('StorageFull', 'There is no room for new files at the moment.');
  }
  if (code === 'unavailable') {
    return new StorageError('ServiceUnavailable', 'The storage cannot be reached at the moment.');
  }
  const { statusCode = 500 } = error as Partial<FastifyError>;
  if (statusCode < 500)
    return new StorageError(
      'MalformedPOSTRequest',
      'The content type of the request is not multipart/form-data.',
    );
  return new StorageError('InternalError', 'The storage failed.');
}

/**
 * Registers the routes for signed URLs of the disk driver: uploads, downloads, and errors in S3's
 * format.
 */
export function registerStorageRoutes(
  server: ApiServer,
  deps: {
    storage: DiskStorage;
    gate: UploadGate;
    workDir: string;
    /** registers an arriving photo; returns a function to call when the upload ends */
    arrive: (request: FastifyRequest) => () => void;
    /** throws if the disk is nearly full */
    ensureSpace: () => Promise<void>;
    requestsPerMinute: number;
    maxFileBytes: () => number;
    now: () => Date;
  },
): void {
  const { storage, gate, workDir, arrive, ensureSpace, requestsPerMinute, maxFileBytes, now } =
    deps;

  server.register(async (scope) => {
    // `receiveUpload` parses the form while it arrives.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.setErrorHandler((error, request, reply) => {
      const known = toStorageError(error);
      const isFault = known.status >= 500;
      if (isFault) request.log.error({ err: error }, 'a request to the storage failed');
      // The connection is closed, because unread bytes of the body would be parsed as the next
      // request.
      if (hasUnreadBody(request)) reply.header('connection', 'close');
      return reply
        .code(known.status)
        .header('cache-control', 'no-store')
        .type('application/xml')
        .send(errorXml(known, isFault ? idInLog(request, 'error') : null));
    });

    scope.post(
      `${storagePath}/${bucket}`,
      {
        config: { ...perMinute(requestsPerMinute).config, readsBody: true },
        schema: { hide: true },
      },
      async (request, reply) => {
        const maxBytes = maxFileBytes() + slackBytes;
        const limits = { workDir, maxBytes, pace: uploadPace, now: now() };
        await ensureSpace();
        const leave = arrive(request);
        await receiveUpload(request.raw, { storage, gate, ...limits }).finally(leave);
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );

    scope.get(`${storagePath}/${bucket}/*`, { schema: { hide: true } }, async (request, reply) => {
      const { path, disposition } = verifyGet(storage.signingKey, {
        method: request.method,
        url: request.raw.url ?? '',
        headers: request.headers,
        hosts: [request.headers.host ?? '', storage.host],
        now: now(),
      });
      const key = path.slice(`${storagePath}/${bucket}/`.length);
      return await sendFile(request, reply, storage.pathOf(key), disposition);
    });
  });
}
