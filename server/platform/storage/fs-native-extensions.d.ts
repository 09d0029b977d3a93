declare module 'fs-native-extensions' {
  /**
   * Takes an advisory lock, exclusive unless `shared` is true. The kernel releases the lock when
   * the process ends. Returns false if another process holds a conflicting lock.
   */
  export function tryLock(fd: number, options?: { shared: boolean }): boolean;
  export function unlock(fd: number): void;
}
