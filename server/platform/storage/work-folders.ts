import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';
import { newId } from '../ids.ts';

const lockSuffix = '.lock';

export type WorkFolder = {
  /** id of this process; it is also the name of the folder */
  processId: string;
  path: string;
  /**
   * Removes the work folders of processes that have ended on this machine.
   * @returns the ids of these processes
   */
  removeDead(): string[];
  release(): void;
};

/**
 * Takes the lock of a new process. Returns undefined if another process has removed the file
 * between its creation and its lock.
 */
function lockNew(file: string): number | undefined {
  const fd = openSync(file, 'wx', 0o600);
  if (tryLock(fd) && existsSync(file)) return fd;
  closeSync(fd);
  return undefined;
}

/** Takes the lock of another process. Returns undefined if that process lives, or was removed. */
function lockOther(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  let fd: number;
  try {
    fd = openSync(file, 'r+');
  } catch {
    return undefined;
  }
  if (tryLock(fd)) return fd;
  closeSync(fd);
  return undefined;
}

/**
 * Creates the work folder of this process in the folder `all`. Its lock is taken before the folder
 * is made and its file is removed after the folder, so a folder without a lock belongs to no
 * process. The kernel releases the lock however the process ends.
 */
export function openWorkFolder(all: string, onError: (error: unknown) => void): WorkFolder {
  mkdirSync(all, { recursive: true });
  let processId: string;
  let fd: number | undefined;
  do {
    processId = newId();
    fd = lockNew(join(all, `${processId}${lockSuffix}`));
  } while (fd === undefined);
  const path = join(all, processId);
  mkdirSync(path);
  const own = fd;

  function remove(name: string) {
    try {
      rmSync(join(all, name), { recursive: true, force: true });
    } catch (error) {
      onError(error);
    }
  }

  function removeDeadProcess(id: string): boolean {
    const file = join(all, `${id}${lockSuffix}`);
    const lock = lockOther(file);
    if (lock === undefined) return false;
    remove(id);
    remove(`${id}${lockSuffix}`);
    unlock(lock);
    closeSync(lock);
    return true;
  }

  function removeDead(): string[] {
    const dead: string[] = [];
    for (const name of readdirSync(all)) {
      const id = name.endsWith(lockSuffix) ? name.slice(0, -lockSuffix.length) : name;
      if (id === processId) continue;
      if (name !== id) {
        if (removeDeadProcess(id)) dead.push(id);
      } else if (!existsSync(join(all, `${id}${lockSuffix}`))) remove(name);
    }
    return dead;
  }

  return {
    processId,
    path,
    removeDead,
    release() {
      remove(processId);
      remove(`${processId}${lockSuffix}`);
      unlock(own);
      closeSync(own);
    },
  };
}
