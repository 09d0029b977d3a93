import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const noSpace = (syscall: string) =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), {
    code: 'ENOSPC',
    errno: -28,
    syscall,
  });

/** Lets a test make the disk of this process full, as far as its files are concerned. */
export function simulateDisk(): { isFull: boolean } {
  const disk = { isFull: false };
  for (const name of ['link', 'copyFile', 'writeFile'] as const) {
    const real = promises[name] as (...given: unknown[]) => Promise<void>;
    const guarded = async (...given: unknown[]) => {
      if (disk.isFull) throw noSpace(name);
      await real(...given);
    };
    Object.assign(promises, { [name]: guarded });
  }
  const { open } = promises;
  promises.open = async (path, flags, mode) => {
    // Files that are only read are opened without flags, or with 'r'.
    if (disk.isFull && (flags ?? 'r') !== 'r') throw noSpace('open');
    return await open(path, flags, mode);
  };
  syncBuiltinESMExports();
  return disk;
}
