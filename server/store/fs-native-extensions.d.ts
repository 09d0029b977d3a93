declare module 'fs-native-extensions' {
  /** Exclusive advisory lock that the kernel drops with the process; false when another process holds it. */
  export function tryLock(fd: number): boolean;
  export function unlock(fd: number): void;
}
