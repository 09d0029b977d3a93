declare module 'fs-native-extensions' {
  /**
   * Advisory lock that the kernel releases with the process, exclusive unless shared; false if another
   * process holds a conflicting lock.
   */
  export function tryLock(fd: number, options?: { shared: boolean }): boolean;
  export function unlock(fd: number): void;
}
