import type { PortFailure } from '../../machines/ports/port-failure.ts';

/**
 * Returns a failure if the file can no longer be read. Browsers refuse to read a file that was
 * changed, moved or deleted after it was chosen.
 */
export async function unreadableFile(file: Blob, call: string): Promise<PortFailure | null> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return null;
  } catch (cause) {
    return { reason: 'unreadable', msg: String(cause), call };
  }
}
