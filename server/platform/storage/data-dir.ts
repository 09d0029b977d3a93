import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';
import { StartRefused } from '../errors.ts';
import { readKept } from './kept-file.ts';

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
  /**
   * id of the installation; it stays the same after a restart, so that the new process finds the
   * tasks that the last process left unfinished
   */
  instanceId: string;
  /** folder for temporary files of this process; it is emptied when the directory is claimed */
  workDir: string;
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
function lock(path: string): number {
  const lockFile = join(path, 'lock');
  const fd = openSync(lockFile, 'a+', 0o600);
  if (!tryLock(fd)) {
    closeSync(fd);
    const pid = readFileSync(lockFile, 'utf8').trim();
    throw new DataDirInUse(path, pid ? ` (process ${pid})` : '');
  }
  ftruncateSync(fd, 0);
  writeSync(fd, `${process.pid}\n`);
  return fd;
}

/**
 * Removes the content of a folder. Continues if a file cannot be removed, because the server must
 * start anyway.
 */
function emptyFolder(path: string, onError: (error: unknown) => void) {
  mkdirSync(path, { recursive: true });
  for (const name of readdirSync(path)) {
    try {
      rmSync(join(path, name), { recursive: true, force: true });
    } catch (error) {
      onError(error);
    }
  }
}

const readInstance = (path: string) =>
  readKept(join(path, 'instance'), {
    make: randomUUID,
    shape: /^[0-9a-f-]{36}$/,
    advice:
      'It identifies tasks that the last process left running. Restore it from a backup, or delete ' +
      'it: those tasks then end at their deadline and cost nothing.',
  });

/**
 * Claims the directory for this process. Nothing in it may be opened before, because two processes
 * would destroy the embedded database.
 * @throws DataDirInUse if another process uses the directory
 * @throws StartRefused if the directory is unusable
 */
export function claimDataDir(path: string, onError: (error: unknown) => void = () => {}): DataDir {
  makeFolder(path);
  const fd = lock(path);
  const release = () => {
    unlock(fd);
    closeSync(fd);
  };
  try {
    const instanceId = readInstance(path);
    const workDir = join(path, 'work');
    emptyFolder(workDir, onError);
    return { path, instanceId, workDir, release };
  } catch (error) {
    release();
    throw error;
  }
}
