import type { Platform } from '../platform/platform.ts';
import { fails } from './within.ts';

export type StorageDeps = Pick<Platform, 'storage' | 'ensureSpace'>;

/**
 * Finds out whether files can be stored. The problems are reported, but leave a process ready,
 * because most of the product works without files.
 */
export async function findStorageProblems({ storage, ensureSpace }: StorageDeps) {
  const [isFull, isAway] = await Promise.all([
    fails(ensureSpace()),
    fails(storage.head('exports/none.zip')),
  ]);
  return { storage_full: isFull, storage_away: isAway };
}
