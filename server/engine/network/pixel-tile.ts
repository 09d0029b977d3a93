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
  /** values of the network for black and white */
  range: readonly [black: number, white: number];
  /** values of the output, if they differ from `range` */
  outputRange?: readonly [black: number, white: number] | undefined;
}

export interface TileShape {
  /** size of the network's input in pixels, including margins */
  width: number;
  height: number;
  scale: number;
  margin: number;
  /** names of the network's input and output */
  input: string;
  output: string;
}

/** Position in a strip of whole rows to which a tile's result is copied, without its margins. */
export interface Core {
  strip: Uint8Array;
  stripWidth: number;
  left: number;
  columns: number;
  rows: number;
}

/** Input and output buffers for one tile. */
export interface PixelTile {
  /** input of the network; `fill` replaces its content */
  readonly feeds: Readonly<Record<string, Tensor>>;
  /** Copies a part of the picture into the input. Beyond its edges the picture is mirrored. */
  fill(picture: Picture, left: number, top: number): void;
  /**
   * Copies the result without its margins.
   * @throws if the result has another size or values that are not numbers
   */
  copyCore(result: Readonly<Record<string, Tensor>>, core: Core): void;
}
