declare module 'fs-native-extensions' {
  /**
   * Advisory lock that the kernel drops with the process, exclusive unless shared; false when a
   * lock of another process is in the way.
   */
  export function tryLock(fd: number, options?: { shared: boolean }): boolean;
  export function unlock(fd: number): void;
}
