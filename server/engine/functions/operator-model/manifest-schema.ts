import path from 'node:path';
import { z } from 'zod';
import {
  functionCode,
  operatorFunctionTypeFrom,
  optionWord,
} from '../../../../contract/functions.ts';
import { isOptionValue } from '../../../../machines/model/function-options.ts';
import type { FunctionOption } from '../../../../machines/model/functions.ts';
import { type FunctionManifest, type OperatorNetwork, photoLimits } from '../manifest.ts';

/** Names of a function or option, by language. */
export const names = z.record(z.string(), z.string().min(1)).default({});

/** Fields of each manifest of an operator. */
export const offer = {
  code: functionCode,
  type: z.int().min(operatorFunctionTypeFrom),
  credits: z.int().min(0),
  unit: z.union([z.literal(1), z.literal(2)]),
};

/** Largest number of points that a visitor may draw. */
const mostPoints = 1000;

export const option = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('number'),
      name: optionWord,
      min: z.number(),
      max: z.number(),
      step: z.number().positive(),
      default: z.number(),
      unit: z.literal('percent').nullable().default(null),
      names,
    }),
    z.strictObject({
      kind: z.literal('choice'),
      name: optionWord,
      choices: z.array(z.strictObject({ value: optionWord, names })).min(2),
      default: optionWord,
      names,
    }),
    z.strictObject({ kind: z.literal('switch'), name: optionWord, default: z.boolean(), names }),
    z.strictObject({
      kind: z.literal('strokes'),
      name: optionWord,
      max: z.literal(mostPoints).default(mostPoints),
      required: z.boolean().default(true),
      default: z.literal('').default(''),
      names,
    }),
  ])
  .refine((one) => isOptionValue(one, one.default), 'does not allow its own default');

const isBrush = (option: FunctionOption) => option.kind === 'strokes';

export const areDifferent = (options: readonly { name: string }[]) =>
  new Set(options.map(({ name }) => name)).size === options.length;

/**
 * Schema of a `*.json` file in the operator's models folder; docs/operator-models.md has an
 * example.
 */
export const operatorManifest = z
  .strictObject({
    ...offer,
    /** ONNX file in the folder of the manifest */
    file: z.string().regex(/^[^/\\]+\.onnx$/, 'must name an .onnx file in the same folder'),
    scale: z.int().min(1).max(8),
    layout: z.enum(['NCHW', 'NHWC']).default('NCHW'),
    /** `mask`: the network returns one value per pixel, which becomes the opacity of the photo */
    output: z.enum(['picture', 'mask']).default('picture'),
    /** network values that represent black and white */
    range: z.tuple([z.number(), z.number()]).default([0, 1]),
    /** values of the output, if they differ from `range` */
    outputRange: z.tuple([z.number(), z.number()]).optional(),
    /** side of the square input of one run in pixels, including margins */
    tile: z.int().min(16).max(1024).default(256),
    /** pixels at each edge of a tile whose result is discarded */
    margin: z.int().min(0).default(16),
    maxPixels: z.int().positive().max(50e6).default(12e6),
    minSide: z.int().positive().default(16),
    /** additional inputs of the network that a visitor may set */
    options: z.array(option).max(8).refine(areDifferent, 'must have different names').default([]),
    names,
  })
  .refine(({ tile, margin }) => tile > 2 * margin, 'tile must be larger than two margins')
  .refine(({ range: [black, white] }) => black !== white, 'range must have two different values')
  .refine(
    ({ outputRange: [black, white] = [0, 1] }) => black !== white,
    'outputRange must have two different values',
  )
  .refine(
    ({ options }) => options.filter(isBrush).length < 2,
    'options may contain the kind strokes only once',
  )
  .refine(
    ({ output, options }) =>
      output === 'mask' || !options.some((one) => isBrush(one) && !one.required),
    'an option of the kind strokes may have required: false only with the output mask',
  )
  .refine(
    ({ scale, output, options }) => scale === 1 || (output !== 'mask' && !options.some(isBrush)),
    'scale must be 1 with the output mask or an option of the kind strokes',
  );

export type OperatorModel = FunctionManifest & { network: OperatorNetwork };

const mostCropSide = 256;
const mostPreviewSide = 1024;

/** Side of a preview of the whole photo. */
const wholePreviewSide = 384;

/**
 * Returns a preview of one tile's area without margins, which is small enough to send quickly.
 * Returns null if the network does not accept such a small picture. A network that returns a mask
 * needs the whole photo. A network with a brush changes nothing before the visitor has drawn.
 */
function previewOf(described: z.infer<typeof operatorManifest>) {
  const { tile, margin, minSide, scale, output, options } = described;
  if (output === 'mask') return { of: 'whole' as const, side: wholePreviewSide };
  if (options.some(isBrush)) return null;
  const side = Math.min(tile - 2 * margin, mostCropSide, Math.floor(mostPreviewSide / scale));
  return side < minSide ? null : { of: 'crop' as const, side };
}

/** Returns the manifest of an operator's function. `folder` contains its network. */
export function modelOf(
  described: z.infer<typeof operatorManifest>,
  folder: string,
): OperatorModel {
  const { code, type, credits, unit, options, names: named, maxPixels, minSide } = described;
  const { file, scale, layout, output, range, outputRange, tile, margin } = described;
  return {
    code,
    type,
    group: 'more',
    picture: null,
    credits,
    unit,
    output: { kind: 'scaled', scale },
    limits: { ...photoLimits, maxPixels, minSide },
    options,
    estimatePer: 'megapixel',
    mayReject: false,
    preview: previewOf(described),
    downscaleAllowed: scale === 1,
    names: named,
    models: [],
    body: 'operator-model',
    network: {
      file: path.resolve(folder, file),
      scale,
      layout,
      output,
      range,
      ...(outputRange && { outputRange }),
      tile: { side: tile },
      margin,
    },
  };
}
