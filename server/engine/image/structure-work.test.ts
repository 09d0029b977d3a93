import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bytes } from './bytes.ts';
import { readStructure } from './structure.ts';

/*
 * Tests that the readers do little work before any pixel is decoded. The tests count the work and
 * do not measure time, because time depends on the machine.
 */

const realFrom = Array.from;
const readers = ['u8', 'u16', 'u32', 'u64'] as const;
const real = Object.fromEntries(readers.map((name) => [name, Bytes.prototype[name]]));
/** numbers read, plus elements of created arrays */
let work = 0;

beforeEach(() => {
  work = 0;
  vi.spyOn(Array, 'from').mockImplementation(((source: ArrayLike<unknown>, ...rest: []) => {
    work += source.length ?? 0;
    return realFrom(source, ...rest);
  }) as typeof Array.from);
  for (const name of readers) {
    Bytes.prototype[name] = function (at) {
      work += 1;
      return real[name]?.call(this, at) ?? 0;
    };
  }
});
afterEach(() => {
  Object.assign(Bytes.prototype, real);
});

const codeOf = (read: () => unknown) => {
  try {
    read();
    return 'accepted';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

it('skips the extents of an AVIF that take no space in the file', () => {
  const items = Buffer.alloc(6 * 100);
  for (let at = 0; at < items.length; at += 6) items.writeUInt16BE(0xffff, at + 4);
  // The list has version 0, 100 items, and offsets, lengths and bases of 0 bytes.
  const places = Buffer.from([0, 0, 0, 0, 0, 0, 0, 100]);
  const meta = box('meta', Buffer.alloc(4), box('iloc', places, items));
  const file = Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0')), meta]);
  expect(codeOf(() => readStructure('avif', file))).toBe('accepted');
  expect(work).toBeLessThan(1000);
});

const entryOf = (tag: number, type: number, count: number, value: number) => {
  const entry = Buffer.alloc(12);
  entry.writeUInt16LE(tag, 0);
  entry.writeUInt16LE(type, 2);
  entry.writeUInt32LE(count, 4);
  entry.writeUInt32LE(value, 8);
  return entry;
};

/** Returns a TIFF with a chain of directories. */
function chainOf(directories: readonly Buffer[][]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let at = 8;
  for (const [index, entries] of directories.entries()) {
    const count = Buffer.alloc(2);
    count.writeUInt16LE(entries.length);
    at += 6 + entries.length * 12;
    const next = Buffer.alloc(4);
    next.writeUInt32LE(index === directories.length - 1 ? 0 : at);
    parts.push(count, ...entries, next);
  }
  return Buffer.concat(parts);
}

it('reads one number of a TIFF if one is needed, however many a directory claims', () => {
  // Tag 254 marks each directory as a small copy. It claims 18,000 numbers, as many as the file has
  // bytes. The first number is read from the first byte, an “I”.
  const file = chainOf(Array.from({ length: 1000 }, () => [entryOf(254, 1, 18_000, 0)]));
  work = 0;
  expect(codeOf(() => readStructure('tiff', file))).toBe('unsupported_encoding');
  expect(work).toBeLessThan(1000);
});

it('refuses a TIFF with more entries than any program writes before it reads them', () => {
  const entries = Array.from({ length: 20_000 }, (_, tag) => entryOf(tag, 4, 1, 0));
  const file = chainOf([entries]);
  work = 0;
  expect(codeOf(() => readStructure('tiff', file))).toBe('image_too_complex');
  expect(work).toBeLessThan(100);
});

it('refuses a TIFF whose pixels have more samples than TIFF can count', () => {
  const values = { 256: 1, 257: 1, 258: 8, 259: 1, 262: 1, 277: 1e6, 339: 1 };
  const entries = Object.entries(values).map(([tag, value]) => entryOf(Number(tag), 4, 1, value));
  const file = chainOf([entries]);
  work = 0;
  expect(codeOf(() => readStructure('tiff', file))).toBe('unsupported_encoding');
  expect(work).toBeLessThan(100);
});
