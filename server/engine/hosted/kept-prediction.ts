import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Name of the file in a job's `keepDir`. */
export const keptPredictionName = 'prediction.json';

const kept = z.object({
  /** version of the model */
  version: z.string(),
  /** uploaded photo */
  file: z.object({ id: z.string(), url: z.string() }),
  /** id of the prediction; null while the answer to its creation is missing */
  id: z.string().nullable(),
});

/** What an earlier attempt has sent to the provider. */
export type KeptPrediction = z.infer<typeof kept>;

/** Returns undefined if nothing was sent, or for another version of the model. */
export async function readKept(
  folder: string | undefined,
  version: string,
): Promise<KeptPrediction | undefined> {
  if (folder === undefined) return undefined;
  const text = await keptTextIn(folder);
  const found = text === null ? undefined : parseKept(text);
  return found?.version === version ? found : undefined;
}

/** Returns null if nothing was sent. Throws if the file cannot be read. */
export async function keptTextIn(folder: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, keptPredictionName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns undefined if the text is not that of a kept prediction. */
export function parseKept(text: string): KeptPrediction | undefined {
  try {
    return kept.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes atomically, so that a crash leaves the old or the new file. */
export async function keep(folder: string | undefined, value: KeptPrediction): Promise<void> {
  if (folder === undefined) return;
  const target = path.join(folder, keptPredictionName);
  const temporary = `${target}.${process.pid}.tmp`;
  await writeFile(temporary, JSON.stringify(value), { flush: true });
  await rename(temporary, target);
}
