import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartRefused } from '../platform/errors.ts';

/** Thrown if a network is missing, damaged, or from another version. */
export class NetworksRefused extends StartRefused {
  override name = 'NetworksRefused';
  readonly code = 'networks_not_built';
}

/** SHA-256 of each network by file name. */
const hashList = z.record(z.string(), z.string());

/**
 * Compares the networks in `folder` with the hashes in `listFile`. Ignores files that are not
 * listed.
 * @throws NetworksRefused with the name of every missing or different network
 */
export async function checkNetworks(folder: string, listFile: string): Promise<void> {
  const list = hashList.parse(JSON.parse(await readFile(listFile, 'utf8')));
  const faults = await Promise.all(
    Object.entries(list).map(([name, sha256]) => faultOf(folder, name, sha256)),
  );
  const found = faults.filter((fault) => fault !== null);
  if (found.length === 0) return;
  throw new NetworksRefused(
    `networks_not_built: the AI networks in ${folder} are not those of this version. Start with \`npm start\`, which builds them, or run \`npm run build -w models\`.\n- ${found.join('\n- ')}`,
  );
}

async function faultOf(folder: string, name: string, expected: string): Promise<string | null> {
  const file = path.join(folder, name);
  if (!existsSync(file)) return `${name} is missing`;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash);
  const actual = hash.digest('hex');
  return actual === expected ? null : `${name}: expected SHA-256 ${expected}, got ${actual}`;
}
