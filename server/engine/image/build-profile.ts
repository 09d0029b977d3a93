/** CIE 1931 chromaticity coordinates. */
type Point = readonly [x: number, y: number];

export interface Primaries {
  red: Point;
  green: Point;
  blue: Point;
  white: Point;
}

/**
 * Converts an encoded value x of 0 to 1 to linear light: (a x + b) ** g if x is at least d, c x
 * otherwise.
 */
export interface Curve {
  g: number;
  a: number;
  b: number;
  c: number;
  d: number;
}

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

const d50: Vector = [0.9642, 1, 0.8249];
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

export function times(matrix: Matrix, vector: Vector): Vector {
  const [first, second, third] = matrix.map(
    (row) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2],
  ) as [number, number, number];
  return [first, second, third];
}

export function product(left: Matrix, right: Matrix): Matrix {
  const columns = transposed(right).map((column) => times(left, column)) as unknown as Matrix;
  return transposed(columns);
}

function transposed(matrix: Matrix): Matrix {
  return [0, 1, 2].map((index) => matrix.map((row) => row[index])) as unknown as Matrix;
}

export function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [(e * i - f * h) / determinant, (c * h - b * i) / determinant, (b * f - c * e) / determinant],
    [(f * g - d * i) / determinant, (a * i - c * g) / determinant, (c * d - a * f) / determinant],
    [(d * h - e * g) / determinant, (b * g - a * h) / determinant, (a * e - b * d) / determinant],
  ];
}

const xyz = ([x, y]: Point): Vector => [x / y, 1, (1 - x - y) / y];

/** Returns the matrix from linear RGB to XYZ under D50, the white point of ICC profiles. */
export function toD50({ red, green, blue, white }: Primaries): Matrix {
  const columns = transposed([xyz(red), xyz(green), xyz(blue)]);
  const amounts = times(inverse(columns), xyz(white));
  const scaled = columns.map(
    (row) => [row[0] * amounts[0], row[1] * amounts[1], row[2] * amounts[2]] as const,
  ) as unknown as Matrix;
  return product(adaptation(xyz(white)), scaled);
}

function adaptation(white: Vector): Matrix {
  const from = times(bradford, white);
  const to = times(bradford, d50);
  const scale: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ];
  return product(inverse(bradford), product(scale, bradford));
}

/**
 * Returns true if every number fits into a profile, which stores 15 bits before the binary point.
 */
export function fitsProfile(primaries: Primaries): boolean {
  const matrices = [toD50(primaries), adaptation(xyz(primaries.white))];
  return matrices.flat(2).every((value) => Math.abs(value) < 32_767);
}

/** Builds an ICC profile, version 4, for a display with these primaries and this curve. */
export function buildProfile(primaries: Primaries, curve: Curve): Uint8Array {
  const matrix = toD50(primaries);
  const column = (index: 0 | 1 | 2): Vector => [
    matrix[0][index],
    matrix[1][index],
    matrix[2][index],
  ];
  const shared = parametric(curve);
  const tags: [string, Buffer][] = [
    ['desc', text('Colours named by the file')],
    ['cprt', text('No copyright, use freely')],
    ['wtpt', points('XYZ ', d50)],
    ['chad', points('sf32', adaptation(xyz(primaries.white)).flat())],
    ['rXYZ', points('XYZ ', column(0))],
    ['gXYZ', points('XYZ ', column(1))],
    ['bXYZ', points('XYZ ', column(2))],
    ['rTRC', shared],
    ['gTRC', shared],
    ['bTRC', shared],
  ];
  return new Uint8Array(assemble(tags));
}

function assemble(tags: readonly [string, Buffer][]): Buffer {
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const parts: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let end = 128 + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    if (!places.has(data)) {
      places.set(data, end);
      parts.push(data);
      end += data.length;
    }
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(places.get(data) ?? 0, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
  }
  return Buffer.concat([header(end), table, ...parts]);
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04300000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // The date is fixed, so that the same photo always gives the same bytes.
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + index * 2);
  bytes.write('acsp', 36, 'latin1');
  points('XYZ ', d50).copy(bytes, 68, 8);
  return bytes;
}

/** Encodes fixed-point numbers of ICC: 16 bits before the binary point and 16 after it. */
function points(type: 'XYZ ' | 'sf32', values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + values.length * 4);
  bytes.write(type, 0, 'latin1');
  for (const [index, value] of values.entries()) {
    bytes.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
  }
  return bytes;
}

function parametric({ g, a, b, c, d }: Curve): Buffer {
  const numbers = points('sf32', [g, a, b, c, d]).subarray(8);
  const start = Buffer.from('para\0\0\0\0\0\x03\0\0', 'latin1');
  return Buffer.concat([start, numbers]);
}

function text(value: string): Buffer {
  const letters = Buffer.from(value, 'utf16le').swap16();
  const start = Buffer.alloc(28);
  start.write('mluc', 0, 'latin1');
  start.writeUInt32BE(1, 8);
  start.writeUInt32BE(12, 12);
  start.write('enUS', 16, 'latin1');
  start.writeUInt32BE(letters.length, 20);
  start.writeUInt32BE(28, 24);
  return Buffer.concat([start, letters, Buffer.alloc((4 - (letters.length % 4)) % 4)]);
}
