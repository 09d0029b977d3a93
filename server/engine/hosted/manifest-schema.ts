import { z } from 'zod';
import { type FunctionManifest, photoLimits } from '../functions/manifest.ts';
import { areDifferent, names, offer, option } from '../functions/operator-model/manifest-schema.ts';
import { mostOutputPixels } from './output-limits.ts';

/** Largest photo without `maxPixels`, if its result is not too large. */
const usualPixels = 12e6;
/** Larger photos would exceed the provider's limit for a file. */
const mostPixels = 25e6;

const version = /^(?:[\w.-]+\/[\w.-]+(?::[0-9a-f]{64})?|[0-9a-f]{64})$/;
const inputName = z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'is not the name of an input');

/**
 * Schema of a `*.json` file in the operator's models folder that describes a model of a provider;
 * docs/how-to/run-functions-elsewhere.md has an example.
 */
export const hostedManifest = z
  .strictObject({
    ...offer,
    /** company that gets the photos, as visitors read it */
    provider: z.string().trim().min(1).max(80),
    replicate: z.strictObject({
      version: z.string().regex(version, 'must be owner/name:version, owner/name or a version'),
      picture: inputName.default('image'),
      input: z.record(inputName, z.union([z.string(), z.number(), z.boolean()])).default({}),
      seconds: z.int().min(10).max(1800).default(600),
    }),
    scale: z.int().min(1).max(8).default(1),
    output: z.enum(['picture', 'mask']).default('picture'),
    maxPixels: z.int().positive().max(mostPixels).optional(),
    minSide: z.int().positive().default(16),
    options: z
      .array(option)
      .max(8)
      .refine(areDifferent, 'must have different names')
      .refine(
        (all) => all.every(({ kind }) => kind !== 'strokes'),
        'may not contain the kind strokes',
      )
      .default([]),
    names,
  })
  .refine(
    ({ scale, output }) => scale === 1 || output !== 'mask',
    'scale must be 1 with the output mask',
  )
  .refine(
    ({ scale, maxPixels = 0 }) => maxPixels * scale ** 2 <= mostOutputPixels,
    `maxPixels must be smaller, because a result may have ${mostOutputPixels} pixels`,
  )
  .refine(
    ({ replicate: { picture, input }, options }) =>
      areDifferent([
        { name: picture },
        ...Object.keys(input).map((name) => ({ name })),
        ...options,
      ]),
    'replicate.picture, replicate.input and options must name different inputs',
  );

/** Returns the manifest of a function that a provider runs. */
export function hostedModelOf(described: z.infer<typeof hostedManifest>): FunctionManifest {
  const { code, type, credits, unit, provider, replicate, scale, output, options } = described;
  const fitting = Math.min(usualPixels, Math.floor(mostOutputPixels / scale ** 2));
  const { maxPixels = fitting, minSide } = described;
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
    estimatePer: 'run',
    mayReject: false,
    preview: null,
    downscaleAllowed: scale === 1,
    provider,
    names: described.names,
    models: [],
    body: 'hosted',
    hosted: { ...replicate, output, scale },
  };
}
