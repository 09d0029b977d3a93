import type { Tensor } from 'onnxruntime-node';

export interface Picture {
  width: number;
  height: number;
  /** red, green, blue of each pixel, row by row */
  rgb: Uint8Array;
}

/** How a network of floats wants its pixels. */
export interface FloatPixels {
  layout: 'NCHW' | 'NHWC';
  /** the values of black and white */
  range: readonly [black: number, white: number];
}

export interface TileShape {
  /** sides of what the network sees, margins included, pixels */
  width: number;
  height: number;
  scale: number;
  margin: number;
  /** names of the network's picture and of its result */
  input: string;
  output: string;
}

/** Where the used part of a tile's result goes: a place in a strip of whole rows. */
export interface Core {
  strip: Uint8Array;
  stripWidth: number;
  left: number;
  columns: number;
  rows: number;
}

/** One tile on its way into a network and out of it. */
export interface PixelTile {
  /** what the network is given; filled anew for each tile */
  readonly feeds: Readonly<Record<string, Tensor>>;
  /** Takes a part of the picture; what lies beyond its edges is the mirrored picture. */
  fill(picture: Picture, left: number, top: number): void;
  /** @throws for a result of another size, or with values that are no numbers */
  copyCore(result: Readonly<Record<string, Tensor>>, core: Core): void;
}
