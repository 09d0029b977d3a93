import type { Tensor } from 'onnxruntime-node';

export interface Picture {
  width: number;
  height: number;
  /** red, green, blue of each pixel, row by row */
  rgb: Uint8Array;
}

/** Pixel format of a float network. */
export interface FloatPixels {
  layout: 'NCHW' | 'NHWC';
  /** the values of black and white */
  range: readonly [black: number, white: number];
}

export interface TileShape {
  /** sides of the network's input, margins included, pixels */
  width: number;
  height: number;
  scale: number;
  margin: number;
  /** names of the network's input and output */
  input: string;
  output: string;
}

/** Destination of a tile's used part in a strip of whole rows. */
export interface Core {
  strip: Uint8Array;
  stripWidth: number;
  left: number;
  columns: number;
  rows: number;
}

/** Input and output buffers of one tile. */
export interface PixelTile {
  /** input of the network; refilled for each tile */
  readonly feeds: Readonly<Record<string, Tensor>>;
  /** Copies a part of the picture; beyond the edges the picture is mirrored. */
  fill(picture: Picture, left: number, top: number): void;
  /** @throws for a result of another size or with values that are not numbers */
  copyCore(result: Readonly<Record<string, Tensor>>, core: Core): void;
}
