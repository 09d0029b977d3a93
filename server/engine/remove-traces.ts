import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { workDirOf } from './pool/messages.ts';

const previews = ['-after.webp', '-before.webp', '-thumbnail.webp'];

/** Deletes a job's files from its output folder, which other jobs may use, too. */
export async function removeTraces(job: { id: string; outputDir: string }): Promise<void> {
  const { id, outputDir } = job;
  await rm(workDirOf(job), { recursive: true, force: true });
  const names = await readdir(outputDir).catch(() => []);
  const ours = names.filter(
    (name) => name.startsWith(`${id}.`) || previews.some((end) => name === id + end),
  );
  await Promise.all(ours.map((name) => rm(path.join(outputDir, name), { force: true })));
}

/** Removes the output folder of a job that never began, unless another job has written to it. */
export async function removeUnused(outputDir: string): Promise<void> {
  try {
    await rmdir(outputDir);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTEMPTY'].includes(code)) throw error;
  }
}
