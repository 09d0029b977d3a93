import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { buildNetworks, type Hashes, rebuildNetworks } from './build-networks.ts';

/*
 * `npm run build -w models` builds missing or damaged networks.
 * `npm run hashes -w models` builds all networks and writes their hashes to hashes.json.
 */
const folder = path.resolve(import.meta.dirname, '../built');
const hashesFile = path.resolve(import.meta.dirname, '../hashes.json');
const hashList = z.record(z.string(), z.string());

async function build(): Promise<string> {
  const hashes = hashList.parse(JSON.parse(await readFile(hashesFile, 'utf8')));
  const written = await buildNetworks(folder, hashes);
  return written.length === 0 ? 'already built' : `built ${written.join(', ')}`;
}

async function accept(): Promise<string> {
  const hashes: Hashes = await rebuildNetworks(folder);
  await writeFile(hashesFile, `${JSON.stringify(hashes, null, 2)}\n`);
  return `wrote ${path.relative(process.cwd(), hashesFile)}`;
}

try {
  console.log(`AI models: ${await (process.argv.includes('--accept') ? accept() : build())}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
