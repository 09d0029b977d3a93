import fs from 'node:fs';

/*
 * Imported into a server and its threads (NODE_OPTIONS): while the file of DISK_FULL exists, whatever the
 * embedded database writes meets a full disk. Works without being root, as a small file system would not.
 */
const flag = process.env.DISK_FULL ?? '';
const { writeSync, ftruncateSync, existsSync } = fs;

function refuseWhenFull(syscall: string) {
  if (!existsSync(flag)) return;
  const error = new Error(`ENOSPC: no space left on device, ${syscall}`);
  throw Object.assign(error, { code: 'ENOSPC', errno: -28, syscall });
}

fs.writeSync = ((fd: number, ...rest: unknown[]) => {
  // What the process prints goes to no disk.
  if (fd > 2) refuseWhenFull('write');
  return (writeSync as (...args: unknown[]) => number)(fd, ...rest);
}) as typeof writeSync;
fs.ftruncateSync = (fd, length) => {
  refuseWhenFull('ftruncate');
  ftruncateSync(fd, length);
};
