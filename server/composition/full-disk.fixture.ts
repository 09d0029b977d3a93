import fs from 'node:fs';

/*
 * Simulates a full disk. NODE_OPTIONS loads this file into a server and its threads. While the file
 * DISK_FULL exists, all writes of the embedded database fail. A real small file system would need
 * root.
 */
const flag = process.env.DISK_FULL ?? '';
const { writeSync, ftruncateSync, existsSync } = fs;

function refuseWhenFull(syscall: string) {
  if (!existsSync(flag)) return;
  const error = new Error(`ENOSPC: no space left on device, ${syscall}`);
  throw Object.assign(error, { code: 'ENOSPC', errno: -28, syscall });
}

fs.writeSync = ((fd: number, ...rest: unknown[]) => {
  // Output to the terminal (descriptors up to 2) is not written to a disk.
  if (fd > 2) refuseWhenFull('write');
  return (writeSync as (...args: unknown[]) => number)(fd, ...rest);
}) as typeof writeSync;
fs.ftruncateSync = (fd, length) => {
  refuseWhenFull('ftruncate');
  ftruncateSync(fd, length);
};
