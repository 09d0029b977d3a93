import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Largest magnitude of each channel, by layer. */
export type Ranges = Readonly<Record<string, readonly number[]>>;

const rangesFile = z.record(z.string(), z.array(z.number().positive()).min(1));

export const rangesFileOf = (network: string) =>
  path.resolve(import.meta.dirname, '../ranges', `${network}.json`);

/** Reads the ranges that `npm run ranges -w models` has measured. */
export async function readRanges(network: string): Promise<Ranges> {
  return rangesFile.parse(JSON.parse(await readFile(rangesFileOf(network), 'utf8')));
}

export function rangeOf(ranges: Ranges, layer: string): readonly number[] {
  const range = ranges[layer];
  if (!range) throw new Error(`Layer "${layer}" has no range. Run \`npm run ranges -w models\`.`);
  return range;
}
