import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';

/** Another process works in this data directory; `message` is one sentence for the operator. */
export class DataDirInUse extends Error {
  constructor(directory: string, holder: string) {
    super(
      `The data directory ${directory} is in use by another running server${holder}. ` +
        'Stop that one first, or set DATA_DIR to another directory. Nothing was changed.',
    );
    this.name = 'DataDirInUse';
  }
}

export type DataDir = {
  path: string;
  /** stable across restarts: identifies the running tasks that died with the last process */
  instanceId: string;
  release(): void;
};

function readOnce(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/**
 * Takes the directory for this process alone. Two processes on one embedded database destroy it,
 * so nothing in the directory may be opened before this returned.
 * @throws DataDirInUse
 */
export function claimDataDir(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lockFile = join(path, 'lock');
  const fd = openSync(lockFile, 'a+', 0o600);
  if (!tryLock(fd)) {
    closeSync(fd);
    const pid = readFileSync(lockFile, 'utf8').trim();
    throw new DataDirInUse(path, pid ? ` (process ${pid})` : '');
  }
  ftruncateSync(fd, 0);
  writeSync(fd, `${process.pid}\n`);
  return {
    path,
    instanceId: readOnce(join(path, 'instance'), randomUUID),
    release() {
      unlock(fd);
      closeSync(fd);
    },
  };
}
