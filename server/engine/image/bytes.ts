/** Reads numbers in the chosen byte order. Reading beyond the end throws a RangeError. */
export class Bytes {
  readonly length: number;
  readonly #view: DataView;
  readonly #isLittleEndian: boolean;

  constructor(bytes: Uint8Array, isLittleEndian = false) {
    this.length = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittleEndian = isLittleEndian;
  }

  u8(at: number): number {
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    return this.#view.getUint16(at, this.#isLittleEndian);
  }

  u32(at: number): number {
    return this.#view.getUint32(at, this.#isLittleEndian);
  }

  u64(at: number): number {
    return Number(this.#view.getBigUint64(at, this.#isLittleEndian));
  }

  /** Reads a four-letter tag. */
  tag(at: number): string {
    const letters = [0, 1, 2, 3].map((offset) => this.u8(at + offset));
    return String.fromCharCode(...letters);
  }
}
