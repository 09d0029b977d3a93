import type { IncomingMessage } from 'node:http';
import { StorageError } from '../storage-error.ts';
import { boundaryOf, readParts } from './multipart.ts';

const maxFields = 30;
const maxFieldBytes = 20_000;

const tooLarge = () => new StorageError('EntityTooLarge', 'The request is too large.');

/** Time limit for data: an initial time, then a minimum rate in bytes per second. */
export type Pace = { startMs: number; bytesPerSecond: number };

/**
 * Yields the bytes of a request as they arrive. If the caller stops early, the connection stays
 * open, because the answer needs it.
 * @throws StorageError beyond `maxBytes`, if the sender is too slow, or if the request ends early
 */
async function* arriving(
  request: IncomingMessage,
  { maxBytes, pace }: { maxBytes: number; pace: Pace },
): AsyncGenerator<Buffer> {
  const started = performance.now();
  let bytes = 0;
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const endsAt = started + pace.startMs + (bytes / pace.bytesPerSecond) * 1000;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new StorageError('RequestTimeout', 'The form arrives too slowly.')),
      endsAt - performance.now(),
    );
    try {
      const { value, done } = await Promise.race([chunks.next(), late.promise]);
      if (done) return;
      bytes += value.length;
      if (bytes > maxBytes) throw tooLarge();
      yield value;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw new StorageError('IncompleteBody', 'The upload was interrupted.');
    } finally {
      clearTimeout(timer);
    }
  }
}

async function readField(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxFieldBytes) {
      throw new StorageError('EntityTooLarge', 'A field of the form is too large.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readForm(
  chunks: AsyncIterator<Buffer>,
  boundary: string,
  onFile: (fields: Map<string, string>, file: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const fields = new Map<string, string>();
  let parts = 0;
  for await (const { name, body } of readParts(chunks, boundary)) {
    // As in S3, everything after the file is ignored.
    if (name === 'file') return await onFile(fields, body);
    parts += 1;
    if (parts > maxFields) {
      throw new StorageError('MalformedPOSTRequest', 'The form has too many fields.');
    }
    fields.set(name.toLowerCase(), await readField(body));
  }
  throw new StorageError('InvalidArgument', 'The form has no file.');
}

/**
 * Reads a multipart form of at most `maxBytes` bytes. `onFile` gets the fields before the file, by
 * lower-case name, and the file. After an error the rest of the form is read and discarded.
 * Otherwise a browser that is still sending would never read the answer.
 * @throws StorageError
 */
export async function receiveForm(
  request: IncomingMessage,
  limits: { maxBytes: number; pace: Pace },
  onFile: (fields: Map<string, string>, file: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge();
  const boundary = boundaryOf(request.headers['content-type']);
  const chunks = arriving(request, limits);
  // The wrapper hides `return()`, which would end the generator before the rest is read.
  const pulled: AsyncIterator<Buffer> = { next: () => chunks.next() };
  const rest = async () => {
    for await (const _chunk of chunks);
  };
  try {
    await readForm(pulled, boundary, onFile);
  } catch (error) {
    await rest().catch(() => undefined);
    throw error;
  }
  // The file is stored, so errors in the rest are ignored.
  await rest().catch(() => undefined);
}
