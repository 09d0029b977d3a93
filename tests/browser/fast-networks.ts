import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/build/fingerprint.ts';

const replaced = /^upscale-([24]x)-(?:crisp|fast)\.onnx$/;
const inIntegers = /-(?:crisp|fast)\.int8\./;

/**
 * Makes a folder of networks in which interpolation replaces the crisp and the fast enlarging
 * networks. The interpolating networks have the same inputs and outputs, but run within
 * milliseconds. The fine and the small networks are unchanged, because tests of longer tasks need
 * them.
 */
export function fastNetworks(dataDir: string): string {
  const folder = join(dataDir, 'networks');
  mkdirSync(folder);
  const built = join(root, 'models/built');
  const names = readdirSync(built).filter((name) => name.endsWith('.onnx'));
  for (const name of names.filter((one) => !inIntegers.test(one))) {
    const stand = name.replace(replaced, 'upscale-$1-plain.onnx');
    symlinkSync(join(built, stand), join(folder, name));
  }
  return folder;
}
