import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StartRefused } from '../errors.ts';

function sync(path: string) {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeNew(path: string, text: string) {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Creates a file either completely or not at all. An existing file is not changed. */
export function createWhole(path: string, text: string) {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeNew(draft, text);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  sync(dirname(path));
}

/**
 * Returns the text of a small file that is created once and never changed.
 * @param options.advice tells the operator what to do about a damaged file, and the consequences
 * @throws StartRefused if the content is invalid
 */
export function readKept(
  path: string,
  options: { make: () => string; shape: RegExp; advice: string },
): string {
  if (!existsSync(path)) createWhole(path, `${options.make()}\n`);
  const text = readFileSync(path, 'utf8').trim();
  if (options.shape.test(text)) return text;
  const problem = text === '' ? 'is empty' : 'is damaged';
  throw new StartRefused(`The file ${path} ${problem}. ${options.advice} Nothing was changed.`);
}
