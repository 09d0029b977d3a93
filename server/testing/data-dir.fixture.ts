import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformParts } from '../composition/open-platform.ts';
import { newId } from '../platform/ids.ts';

/** Returns a data directory without locks, so that several servers of a test may use it. */
export function unlockedDataDir(path: string, instanceId = 'test'): PlatformParts['dataDir'] {
  const processId = newId();
  const workDir = join(path, 'work', processId);
  mkdirSync(workDir, { recursive: true });
  return { path, instanceId, processId, workDir, removeDead: () => [] };
}
