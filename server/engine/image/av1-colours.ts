import type { CodePoints } from './named-colours.ts';

const sequenceHeader = 1;

/** Reads the colour fields of the first AV1 sequence header (AV1 specification, 5.5). */
export function readSequenceColours(data: Uint8Array): CodePoints | null {
  const bits = new Bits(data);
  while (!bits.isOver) {
    bits.skip(1);
    const type = bits.read(4);
    const hasExtension = bits.read(1) === 1;
    const hasSize = bits.read(1) === 1;
    bits.skip(hasExtension ? 9 : 1);
    const size = hasSize ? bits.leb128() : data.length;
    if (type === sequenceHeader) return coloursOfSequence(bits);
    bits.skip(size * 8);
  }
  return null;
}

function coloursOfSequence(bits: Bits): CodePoints | null {
  const profile = bits.read(3);
  bits.skip(1);
  const isReduced = bits.read(1) === 1;
  if (isReduced) bits.skip(5);
  else skipOperatingPoints(bits);
  const widthBits = bits.read(4) + 1;
  const heightBits = bits.read(4) + 1;
  bits.skip(widthBits + heightBits);
  if (!isReduced && bits.read(1) === 1) bits.skip(7);
  bits.skip(3);
  if (!isReduced) skipTools(bits);
  bits.skip(3);
  const isDeep = bits.read(1) === 1;
  if (profile === 2 && isDeep) bits.skip(1);
  if (profile !== 1) bits.skip(1);
  if (bits.read(1) === 0) return null;
  return { primaries: bits.read(8), transfer: bits.read(8) };
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (bits.read(1) === 1) {
    bits.skip(64);
    if (bits.read(1) === 1) bits.skipUvlc();
    if (bits.read(1) === 1) {
      delayBits = bits.read(5) + 1;
      bits.skip(42);
    }
  }
  const hasDisplayDelay = bits.read(1) === 1;
  for (let points = bits.read(5); points >= 0; points -= 1) {
    bits.skip(12);
    if (bits.read(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.read(1) === 1) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.read(1) === 1) bits.skip(4);
  }
}

function skipTools(bits: Bits): void {
  bits.skip(4);
  const hasOrder = bits.read(1) === 1;
  if (hasOrder) bits.skip(2);
  const choosesContentTools = bits.read(1) === 1;
  const mayUseContentTools = choosesContentTools || bits.read(1) === 1;
  if (mayUseContentTools && bits.read(1) === 0) bits.skip(1);
  if (hasOrder) bits.skip(3);
}

class Bits {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get isOver(): boolean {
    return this.#at >= this.#data.length * 8;
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = this.#data[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  skipUvlc(): void {
    let zeros = 0;
    while (!this.isOver && this.read(1) === 0) zeros += 1;
    this.skip(zeros);
  }

  leb128(): number {
    let value = 0;
    for (let index = 0; index < 8; index += 1) {
      const byte = this.read(8);
      value += (byte & 0x7f) * 128 ** index;
      if (byte < 128) break;
    }
    return value;
  }
}
