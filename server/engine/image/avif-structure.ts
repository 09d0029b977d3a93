import { EngineError } from '../engine.port.ts';
import { readSequenceColours } from './av1-colours.ts';
import { Bytes } from './bytes.ts';
import { type CodePoints, type Colours, coloursOf, likeSrgb } from './named-colours.ts';

interface AvifStructure {
  isComplete: boolean;
  /** null if a profile is embedded or the file does not describe its colours */
  colours: Colours | null;
}

interface Box {
  type: string;
  /** offset of the box's content */
  start: number;
  end: number;
}

/** Reads an AVIF's boxes. The image library ignores colours that are given as code points. */
export function readAvifStructure(file: Uint8Array): AvifStructure {
  const bytes = new Bytes(file);
  if (bytes.tag(8) === 'avis')
    throw new EngineError('animated_unsupported', 'The file is an image sequence');
  const boxes = [...boxesIn(bytes, 0, file.length)];
  const isComplete = boxes.every(({ end }) => end <= file.length);
  const meta = boxes.find(({ type }) => type === 'meta');
  if (!meta || meta.end > file.length) return { isComplete: false, colours: null };
  const children = [...boxesIn(bytes, meta.start + 4, meta.end)];
  const item = primaryItem(bytes, children);
  const place = placeOf(bytes, children, item);
  const hasData = !place || place.end <= file.length;
  const named = propertiesOf(bytes, children, item).filter(({ type }) => type === 'colr');
  if (!hasData || named.some(({ start }) => isProfile(bytes.tag(start)))) {
    return { isComplete: isComplete && hasData, colours: null };
  }
  const nclx = named.find(({ start }) => bytes.tag(start) === 'nclx');
  const points = nclx
    ? { primaries: bytes.u16(nclx.start + 4), transfer: bytes.u16(nclx.start + 6) }
    : place && readSequenceColours(file.subarray(place.start, place.end));
  return { isComplete, colours: points ? asBrowsersDo(points) : null };
}

const isProfile = (kind: string) => kind === 'prof' || kind === 'rICC';

function asBrowsersDo({ primaries, transfer }: CodePoints): Colours | null {
  return coloursOf({ primaries, transfer: likeSrgb.has(transfer) ? 13 : transfer });
}

function* boxesIn(bytes: Bytes, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const short = bytes.u32(at);
    const isLong = short === 1;
    const size = isLong ? bytes.u64(at + 8) : short;
    const end = size === 0 ? to : at + size;
    yield { type: bytes.tag(at + 4), start: at + (isLong ? 16 : 8), end };
    if (end < at + 8) return;
    at = end;
  }
}

function primaryItem(bytes: Bytes, children: readonly Box[]): number {
  const box = children.find(({ type }) => type === 'pitm');
  if (!box) return 1;
  return bytes.u8(box.start) === 0 ? bytes.u16(box.start + 4) : bytes.u32(box.start + 4);
}

function propertiesOf(bytes: Bytes, children: readonly Box[], item: number): Box[] {
  const iprp = children.find(({ type }) => type === 'iprp');
  if (!iprp) return [];
  const parts = [...boxesIn(bytes, iprp.start, iprp.end)];
  const ipco = parts.find(({ type }) => type === 'ipco');
  const all = ipco ? [...boxesIn(bytes, ipco.start, ipco.end)] : [];
  const ipma = parts.find(({ type }) => type === 'ipma');
  const indices = ipma ? associationsOf(bytes, ipma.start, item) : [];
  return indices.flatMap((index) => all[index - 1] ?? []);
}

/** Returns the numbers of an item's properties, counted from 1. */
function associationsOf(bytes: Bytes, start: number, item: number): number[] {
  const isLongId = bytes.u8(start) > 0;
  const isLongIndex = (bytes.u8(start + 3) & 1) === 1;
  let at = start + 8;
  for (let entries = bytes.u32(start + 4); entries > 0; entries -= 1) {
    const id = isLongId ? bytes.u32(at) : bytes.u16(at);
    at += isLongId ? 4 : 2;
    const count = bytes.u8(at);
    at += 1;
    const size = isLongIndex ? 2 : 1;
    if (id === item) {
      return Array.from({ length: count }, (_, index) =>
        isLongIndex ? bytes.u16(at + index * 2) & 0x7fff : bytes.u8(at + index) & 0x7f,
      );
    }
    at += count * size;
  }
  return [];
}

/** Returns the position of an item's data, or undefined if the data is in several pieces. */
function placeOf(
  bytes: Bytes,
  children: readonly Box[],
  item: number,
): { start: number; end: number } | undefined {
  const box = children.find(({ type }) => type === 'iloc');
  if (!box) return undefined;
  const version = bytes.u8(box.start);
  const sizes = bytes.u16(box.start + 4);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  ) as [number, number, number, number];
  const idSize = version === 2 ? 4 : 2;
  let at = box.start + 6;
  const read = (size: number) => {
    const value =
      size === 8 ? bytes.u64(at) : size === 4 ? bytes.u32(at) : size === 2 ? bytes.u16(at) : 0;
    at += size;
    return value;
  };
  for (let items = read(idSize); items > 0; items -= 1) {
    const id = read(idSize);
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseSize);
    const extents = read(2);
    const ownIndexSize = version > 0 ? indexSize : 0;
    if (id !== item) {
      // Skips the whole list at once. A file can claim a long list whose entries take no space.
      at += extents * (ownIndexSize + offsetSize + lengthSize);
      continue;
    }
    if (method !== 0 || extents !== 1) return undefined;
    read(ownIndexSize);
    const start = base + read(offsetSize);
    return { start, end: start + read(lengthSize) };
  }
  return undefined;
}
