import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Network, networks } from './networks.ts';

/** SHA-256 of each network by file name, as in hashes.json. */
export type Hashes = Readonly<Record<string, string>>;

/**
 * Builds each network that is missing in `folder` or differs from its listed hash. Files are
 * replaced atomically, so other processes never read a partial file.
 * @returns the names of the files that this call has written
 * @throws if a conversion fails or its result differs from the listed hash
 */
export async function buildNetworks(folder: string, hashes: Hashes): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const network of networks) {
    const target = path.join(folder, network.file);
    const expected = hashes[network.file];
    if (existsSync(target) && sha256(await readFile(target)) === expected) continue;
    const bytes = await convert(network);
    if (sha256(bytes) !== expected) {
      throw new Error(
        `${network.file}: expected SHA-256 ${expected}, got ${sha256(bytes)}. The converter, a range or a package has changed. If the change is intended, run \`npm run hashes -w models\` and commit models/hashes.json.`,
      );
    }
    await writeWhole(target, bytes);
    written.push(network.file);
  }
  return written;
}

/** Converts and writes every network without checking the hashes. */
export async function rebuildNetworks(folder: string): Promise<Hashes> {
  await mkdir(folder, { recursive: true });
  const hashes: Record<string, string> = {};
  for (const network of networks) {
    const bytes = await convert(network);
    await writeWhole(path.join(folder, network.file), bytes);
    hashes[network.file] = sha256(bytes);
  }
  return hashes;
}

async function convert(network: Network): Promise<Uint8Array> {
  try {
    return await network.convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${network.file} cannot be converted from ${network.from}: ${reason}`, {
      cause: error,
    });
  }
}

async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes);
