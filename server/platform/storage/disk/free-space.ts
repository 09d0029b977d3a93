import { statfs } from 'node:fs/promises';
import { AppError } from '../../errors.ts';

const checkEveryMs = 1000;

export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Refuses requests that store something while the disk is nearly full. The reserve remains for the
 * database and for deletions. The free space is checked at most once per second, so refusals end by
 * themselves.
 * @returns a check that throws AppError storage_full
 */
export function createSpaceGuard(options: {
  directory: string;
  reserveBytes: number;
  freeBytes: (directory: string) => Promise<number>;
  onShort: (freeBytes: number) => void;
}): () => Promise<void> {
  const { directory, reserveBytes, freeBytes, onShort } = options;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isShort: Promise<boolean> = Promise.resolve(false);

  async function look(): Promise<boolean> {
    const free = await freeBytes(directory);
    if (free >= reserveBytes) return false;
    onShort(free);
    return true;
  }

  return async () => {
    if (performance.now() - checkedAt >= checkEveryMs) {
      checkedAt = performance.now();
      isShort = look();
    }
    if (await isShort) throw new AppError('storage_full', 'the free space is below the reserve');
  };
}
