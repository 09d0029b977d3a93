import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { StorageError } from './storage-error.ts';

const tooLarge = () => new StorageError('EntityTooLarge', 'The request is too large.');

/** Passes bytes on and fails beyond `limit`. */
function byteLimit(limit: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(tooLarge());
      else done(null, chunk);
    },
  });
}

function createParser(request: IncomingMessage) {
  const contentType = request.headers['content-type'];
  if (!contentType) throw new StorageError('MalformedPOSTRequest', 'Not multipart/form-data.');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldNameSize: 100, fieldSize: 20_000, fields: 30, files: 1, parts: 32 },
    });
  } catch {
    throw new StorageError('MalformedPOSTRequest', 'The form has no boundary.');
  }
}

/**
 * Reads a multipart form of at most `maxBytes` bytes in all. `onFile` gets the fields before the
 * file, by lower-case name, and the file; its signal fires when the form breaks off. When it
 * refuses, the rest is read and thrown away: a browser that is still sending would never see the
 * answer otherwise. So it must not destroy the file.
 * @throws StorageError
 */
export async function receiveForm(
  request: IncomingMessage,
  maxBytes: number,
  onFile: (fields: Map<string, string>, file: Readable, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const parser = createParser(request);
  const fields = new Map<string, string>();
  const broken = new AbortController();
  let handled: Promise<void> | undefined;
  parser.on('field', (name, value) => {
    fields.set(name.toLowerCase(), value);
  });
  parser.on('file', (name, file) => {
    file.on('error', () => broken.abort());
    if (name !== 'file' || handled) {
      file.resume();
      return;
    }
    handled = onFile(fields, file, broken.signal);
    handled.catch(() => file.resume());
  });
  try {
    await pipeline(request, byteLimit(maxBytes), parser);
  } catch (error) {
    broken.abort();
    await handled?.catch(() => undefined);
    if (error instanceof StorageError) throw error;
    throw new StorageError('IncompleteBody', 'The upload was interrupted.');
  }
  if (!handled) throw new StorageError('InvalidArgument', 'The form has no file.');
  await handled;
}
