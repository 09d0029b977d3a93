import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';
import { StartRefused } from '../errors.ts';
import { readKept } from './kept-file.ts';
import { openWorkFolder } from './work-folders.ts';

/** Thrown if another process uses the data directory. */
export class DataDirInUse extends StartRefused {
  constructor(directory: string, holder: string) {
    super(
      `The data directory ${directory} is in use by another running server${holder}. ` +
        'Stop that server first, or set DATA_DIR to another directory. Nothing was changed.',
    );
    this.name = 'DataDirInUse';
  }
}

export type DataDir = {
  path: string;
  /** id of the installation; it stays the same after a restart */
  instanceId: string;
  /** id of this process; every start has a new id */
  processId: string;
  /** folder for temporary files of this process */
  workDir: string;
  /**
   * Removes the work folders of processes that have ended. `claimDataDir` has already done so.
   * @returns the ids of these processes, including those found by `claimDataDir`
   */
  removeDead(): string[];
  release(): void;
};

function makeFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `DATA_DIR: ${path} is not a folder this server can write to (${message}).`,
      { cause: error },
    );
  }
}

/** Takes a kernel lock. The kernel releases it however the process ends. */
function lock(path: string, shared: boolean): number {
  const lockFile = join(path, 'lock');
  const fd = openSync(lockFile, 'a+', 0o600);
  if (!tryLock(fd, { shared })) {
    closeSync(fd);
    const pid = readFileSync(lockFile, 'utf8').trim();
    throw new DataDirInUse(path, pid ? ` (process ${pid})` : '');
  }
  ftruncateSync(fd, 0);
  if (!shared) writeSync(fd, `${process.pid}\n`);
  return fd;
}

const readInstance = (path: string) =>
  readKept(join(path, 'instance'), {
    make: randomUUID,
    shape: /^[0-9a-f-]{36}$/,
    advice:
      'It identifies the directory to its database. Restore it from a backup, or delete it and ' +
      'empty the table "installation".',
  });

/**
 * Claims the directory for this process. Nothing in it may be opened before, because two processes
 * would destroy the embedded database.
 * @param options.isShared true if other processes with the same setting may use the directory, too.
 * Only processes with a Postgres database may share one
 * @throws DataDirInUse if another process uses the directory
 * @throws StartRefused if the directory is unusable
 */
export function claimDataDir(
  path: string,
  options: { isShared?: boolean; onError?: (error: unknown) => void } = {},
): DataDir {
  const { isShared = false, onError = () => {} } = options;
  makeFolder(path);
  const fd = lock(path, isShared);
  const unlockAll = () => {
    unlock(fd);
    closeSync(fd);
  };
  try {
    const instanceId = readInstance(path);
    const work = openWorkFolder(join(path, 'work'), onError);
    const dead = work.removeDead();
    return {
      path,
      instanceId,
      processId: work.processId,
      workDir: work.path,
      removeDead: () => [...dead.splice(0), ...work.removeDead()],
      release() {
        work.release();
        unlockAll();
      },
    };
  } catch (error) {
    unlockAll();
    throw error;
  }
}
