import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type UploadGrant, verifyPolicy } from '../signatures/post-policy.ts';
import type { UploadGate } from '../storage.port.ts';
import { StorageError } from '../storage-error.ts';
import { bucket, type DiskStorage } from './disk-storage.ts';
import { type Pace, receiveForm } from './receive-form.ts';

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
  options: {
    storage: DiskStorage;
    gate: UploadGate;
    /** folder for the file until it is complete */
    workDir: string;
    maxBytes: number;
    pace: Pace;
    now: Date;
  },
): Promise<void> {
  const { storage, gate, workDir } = options;
  await receiveForm(request, options, async (fields, file) => {
    const grant = verifyPolicy(storage.signingKey, fields, { bucket, now: options.now });
    if (!(await gate.open(grant.key, grant.claim))) throw alreadyUsed();
    const path = join(workDir, `upload-${randomUUID()}`);
    try {
      const bytes = await writeFile(file, path, grant);
      if (!(await gate.arrived(grant.key, bytes))) throw alreadyUsed();
      await storage.put(grant.key, path);
    } catch (error) {
      await gate.broken(grant.key);
      throw error;
    } finally {
      await rm(path, { force: true });
    }
    await gate.stored(grant.key);
  });
}
