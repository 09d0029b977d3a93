import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { checkNetworks } from '../check-networks.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let checked: Promise<void> | undefined;

/**
 * Returns the folder of the built networks.
 * @throws NetworksRefused if they are not built
 */
export async function preparedModels(): Promise<string> {
  const modelsDir = path.join(root, 'models/built');
  checked ??= checkNetworks(modelsDir, path.join(root, 'models/hashes.json'));
  await checked;
  return modelsDir;
}

export function bundledPhoto(name: string): string {
  return path.join(root, 'tests/photos', name);
}

export const caseFolder = path.join(root, 'tests/cases');

/** Returns the path of a file in tests/cases. The README.md there lists the files. */
export function caseFile(name: string): string {
  return path.join(caseFolder, name);
}

/**
 * Creates a folder for the tests of a file. Call it outside of hooks, because Vitest ignores
 * afterAll inside them.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lightwell-engine-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a black PNG with one bit per pixel, which has few bytes even for many pixels. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
