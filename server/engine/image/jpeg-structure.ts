import { EngineError } from '../engine.port.ts';
import { Bytes } from './bytes.ts';

interface JpegStructure {
  isComplete: boolean;
  /** the file itself, or a copy to which the missing end marker was added */
  bytes: Uint8Array;
  /**
   * A second copy, only if the end marker was added. This copy makes libjpeg read the whole file
   * before the first row, while warnings are still reported. Decoding this copy therefore shows
   * whether a part of the picture is missing.
   */
  mended: Uint8Array | null;
}

interface Frame {
  /** offset of the byte that contains the number of components */
  countAt: number;
  isProgressive: boolean;
  components: number[];
}

const endMarker = 0xd9;
const scanMarker = 0xda;
/**
 * Frame markers of readable kinds: baseline, extended, progressive; then extended and progressive
 * with arithmetic coding.
 */
const readable = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
const progressive = [0xc2, 0xca];
/**
 * Frame markers with arithmetic coding. Files of these kinds get no end marker, because their
 * decoders read zeros beyond the end without a warning.
 */
const arithmetic = [0xc9, 0xca];

/**
 * Reads the markers of a JPEG. A missing end marker is added if the picture is complete. Some
 * cameras write no end marker. The marker is also missing if a memory card was removed too early.
 */
export function readJpegStructure(file: Uint8Array): JpegStructure {
  const bytes = new Bytes(file);
  const asItIs = { isComplete: false, bytes: file, mended: null };
  let frame: Frame | undefined;
  let isMendable = true;
  const scans = new ScanCover();
  let at = 2;
  while (true) {
    at = markerFrom(file, at);
    if (at + 4 > file.length && file[at + 1] !== endMarker) break;
    const marker = bytes.u8(at + 1);
    if (marker === endMarker) return { ...asItIs, isComplete: true };
    const end = at + 2 + bytes.u16(at + 2);
    if (end > file.length) return asItIs;
    if (isFrame(marker)) {
      checkFrame(marker, bytes.u8(at + 4));
      const count = bytes.u8(at + 9);
      const components = Array.from({ length: count }, (_, index) => bytes.u8(at + 10 + index * 3));
      frame = { countAt: at + 9, isProgressive: progressive.includes(marker), components };
      isMendable = !arithmetic.includes(marker);
    }
    if (marker === scanMarker && frame) scans.add(bytes, at, frame);
    at = end;
  }
  if (!frame || !isMendable || !scans.isWhole(frame)) return asItIs;
  const whole = Buffer.concat([file, Uint8Array.of(0xff, endMarker)]);
  return { isComplete: true, bytes: whole, mended: withMoreComponents(whole, frame) };
}

/**
 * Adds components that no scan contains. libjpeg then reads all scans before it returns rows. The
 * colours of this copy are meaningless.
 */
function withMoreComponents(file: Buffer, { countAt, components }: Frame): Uint8Array {
  const more = components.length === 1 ? 2 : 1;
  const lengthAt = countAt - 7;
  const listEnd = countAt + 1 + components.length * 3;
  const copy = Buffer.concat([
    file.subarray(0, listEnd),
    ...Array.from({ length: more }, (_, index) => Buffer.from([240 + index, 0x11, 0])),
    file.subarray(listEnd),
  ]);
  copy.writeUInt16BE(copy.readUInt16BE(lengthAt) + more * 3, lengthAt);
  copy[countAt] = components.length + more;
  return copy;
}

/** Returns the offset of the next marker, or the file's length if there is none. */
function markerFrom(file: Uint8Array, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at !== -1 && at + 1 < file.length) {
    const marker = file[at + 1] ?? 0;
    const standsAlone = marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);
    if (!standsAlone) return at;
    at = file.indexOf(0xff, marker === 0xff ? at + 1 : at + 2);
  }
  return file.length;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function checkFrame(marker: number, bits: number): void {
  if (readable.includes(marker) && bits === 8) return;
  throw new EngineError(
    'unsupported_encoding',
    `JPEG files of the kind ${marker & 15} with ${bits} bits per sample are not supported`,
  );
}

/**
 * Records which coefficients the scans contain, because libjpeg does not warn of a missing scan.
 */
class ScanCover {
  readonly #known = new Map<number, Uint8Array>();

  add(bytes: Bytes, at: number, { isProgressive }: Frame): void {
    const count = bytes.u8(at + 4);
    const after = at + 5 + count * 2;
    const [first, last, low] = isProgressive
      ? [bytes.u8(after), bytes.u8(after + 1), bytes.u8(after + 2) & 15]
      : [0, 63, 0];
    for (let index = 0; index < count; index += 1) {
      const component = bytes.u8(at + 5 + index * 2);
      const known = this.#known.get(component) ?? new Uint8Array(64);
      if (low === 0) known.fill(1, first, last + 1);
      this.#known.set(component, known);
    }
  }

  isWhole({ components }: Frame): boolean {
    return components.every((component) => this.#known.get(component)?.every((bit) => bit === 1));
  }
}
