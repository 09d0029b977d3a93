import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { UploadGate } from '../storage.port.ts';
import { bucket, type DiskStorage } from './disk-storage.ts';
import { type UploadGrant, verifyPolicy } from './post-policy.ts';
import { type Pace, receiveForm } from './receive-form.ts';
import { StorageError } from './storage-error.ts';

/**
 * Writes the file. A file that is too large is read to its end, because the sender would otherwise
 * never read the answer. Bytes beyond the limit are not written.
 */
async function writeFile(
  file: AsyncIterable<Buffer>,
  path: string,
  grant: UploadGrant,
): Promise<number> {
  const handle = await open(path, 'wx');
  let bytes = 0;
  try {
    for await (const chunk of file) {
      bytes += chunk.length;
      if (bytes <= grant.maxBytes) await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
  if (bytes > grant.maxBytes) {
    throw new StorageError('EntityTooLarge', `The file has more than ${grant.maxBytes} bytes.`);
  }
  if (bytes < grant.minBytes) {
    throw new StorageError('EntityTooSmall', `The file has fewer than ${grant.minBytes} bytes.`);
  }
  return bytes;
}

const alreadyUsed = () => new StorageError('UploadAlreadyUsed', 'This signature was used before.');

/**
 * Handles one presigned POST. Nothing is written before the signature is verified. An interrupted
 * upload leaves no files.
 * @param options.maxBytes limit for the whole request
 * @param options.pace minimum rate of the sender
 * @throws StorageError
 */
export async function receiveUpload(
  request: IncomingMessage,
  options: { storage: DiskStorage; gate: UploadGate; maxBytes: number; pace: Pace; now: Date },
): Promise<void> {
  const { storage, gate } = options;
  await receiveForm(request, options, async (fields, file) => {
    const grant = verifyPolicy(storage.signingKey, fields, { bucket, now: options.now });
    if (!(await gate.open(grant.key, grant.claim))) throw alreadyUsed();
    const path = join(storage.workDir, `upload-${randomUUID()}`);
    try {
      const bytes = await writeFile(file, path, grant);
      if (!(await gate.arrived(grant.key, bytes))) throw alreadyUsed();
      await storage.keep(path, grant.key);
    } catch (error) {
      await rm(path, { force: true });
      await gate.broken(grant.key);
      throw error;
    }
    await gate.stored(grant.key);
  });
}
