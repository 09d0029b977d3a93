import sharp from 'sharp';
import { predict } from '../../hosted/predict.ts';
import { readOutput } from '../../hosted/read-output.ts';
import { toProfile } from '../../image/convert-colours.ts';
import type { Photo } from '../../image/photo.ts';
import { resizePhoto } from '../../image/resize-photo.ts';
import { writeRows } from '../../image/write-rows.ts';
import { type FunctionRun, type Outcome, wholePhoto } from '../function.ts';

/** Share of the stage `running` that the provider takes. */
const predicting = 0.9;

/** Runs a model of a provider. The provider gets the upright photo in sRGB, without metadata. */
export async function run(tools: FunctionRun): Promise<Outcome> {
  const { manifest, photo, options, hosted, checkpoint, createSink } = tools;
  const model = manifest.hosted;
  if (!model || !hosted) throw new Error(`The function ${manifest.code} has no provider`);
  const { workDir } = hosted;
  const file = await predict({
    hosted,
    model,
    input: { ...model.input, ...options },
    encode: async () => await pngOf(await toProfile(photo, null, workDir)),
    onProgress: (fraction) => checkpoint('running', fraction * predicting),
  });
  const picture = await readOutput(file, photo, model);
  const result =
    model.output === 'mask'
      ? { ...photo, alpha: times(lightnessOf(picture), photo.alpha) }
      : await inColours(tools, picture);
  const { width, height, alpha } = result;
  await writeRows({
    photo: result,
    sink: await createSink({ width, height, alpha: alpha !== null }),
    change() {},
    onRows: (fraction) => checkpoint('running', predicting + fraction * (1 - predicting)),
  });
  return { kind: 'succeeded', region: wholePhoto(photo) };
}

/** Returns the output in the colours of the photo. It is transparent where either of them is. */
async function inColours({ photo, inColoursOfPhoto }: FunctionRun, picture: Photo): Promise<Photo> {
  const { width, height } = picture;
  const { alpha } = photo.alpha ? await resizePhoto(photo, { width, height }) : photo;
  const result = await inColoursOfPhoto(picture);
  return { ...result, alpha: result.alpha ? times(result.alpha, alpha) : alpha };
}

async function pngOf({ width, height, rgb }: Photo): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width, height, channels: 3 as const };
  const png = await sharp(rgb, { raw, limitInputPixels: false })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return new Uint8Array(png);
}

function lightnessOf({ rgb }: Photo): Uint8Array {
  return Uint8Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const at = pixel * 3;
    return Math.round(((rgb[at] ?? 0) + (rgb[at + 1] ?? 0) + (rgb[at + 2] ?? 0)) / 3);
  });
}

function times(one: Uint8Array, other: Uint8Array | null): Uint8Array {
  return other ? one.map((value, at) => Math.round((value * (other[at] ?? 0)) / 255)) : one;
}
