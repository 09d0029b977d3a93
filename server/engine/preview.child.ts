import { constants, setPriority } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { type PhotoSurvey as Survey, surveySide } from '../../contract/ai-function.ts';
import { EngineError } from './engine.port.ts';
import type { PreviewPicture, PreviewRequest } from './engine-preview.ts';
import { bodyOf } from './functions/body-of.ts';
import { type PhotoSurvey, surveyOf } from './functions/function.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { toSrgb } from './image/convert-colours.ts';
import { SmallPictures } from './image/option-picture.ts';
import type { Photo } from './image/photo.ts';
import { readSmallPicture } from './image/small-picture.ts';
import type { RowSink } from './image/tiff-sink.ts';
import { ProviderChoices } from './network/provider-choices.ts';
import { Sessions } from './network/sessions.ts';
import { serveJobs } from './pool/serve-jobs.ts';
import { ReusedFind } from './reused-find.ts';

/*
 * Child process that applies a function to a small picture before a task is started. A separate
 * process is needed so that a visitor who compares functions does not wait for the tasks of other
 * visitors.
 */

sharp.cache(false);

// Previews have the same priority as jobs. The route limits the preview work for each IP address.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Number of loaded networks: one function uses three, and visitors switch between functions. */
const keptNetworks = 4;
/** The quality is high, because visitors compare details. */
const webpQuality = 92;

export type PreviewOrder = Pick<
  PreviewRequest,
  'code' | 'options' | 'pictures' | 'image' | 'survey'
>;

/** Collects the rows of a small result in memory. */
class MemorySink implements RowSink {
  /** always 0, because a small picture is never resumed */
  readonly rows = 0;
  readonly shape: { width: number; height: number; channels: 3 | 4 };
  readonly #rows: Uint8Array[] = [];

  constructor({ width, height, alpha }: { width: number; height: number; alpha: boolean }) {
    this.shape = { width, height, channels: alpha ? 4 : 3 };
  }

  async write(rows: Uint8Array): Promise<void> {
    this.#rows.push(rows.slice());
  }

  async encode(): Promise<PreviewPicture> {
    const { width, height } = this.shape;
    const bytes = await sharp(Buffer.concat(this.#rows), { raw: this.shape })
      .webp({ quality: webpQuality, smartSubsample: true, effort: 2 })
      .toBuffer();
    return { image: bytes.toString('base64'), width, height };
  }
}

serveJobs<PreviewOrder, PreviewPicture>(({ modelsDir, manifests, runtime, choicesPath }) => {
  const choices = new ProviderChoices(choicesPath);
  const sessions = new Sessions({ max: keptNetworks, runtime, choices, measures: false });
  const found = new ReusedFind();
  const pictures = new SmallPictures();
  return async ({ code, options, pictures: paths, image, survey: given }, { checkpoint }) => {
    const manifest = manifests.find((offered) => offered.code === code);
    if (!manifest) throw new EngineError('unknown_function', `There is no function "${code}"`);
    const photo = await readInput(image, manifest);
    const isSurveyed = manifest.preview?.survey && given;
    const survey = isSurveyed ? await readSurvey(given) : surveyOf(photo);
    photo.jpegQuality = survey.tiles.jpegQuality ?? null;
    await checkpoint();
    await sessions.renew();
    const run = await bodyOf(manifest);
    let sink: MemorySink | undefined;
    const outcome = await run({
      manifest,
      options,
      photo,
      survey,
      sessions,
      checkpoint,
      modelFile: (name) => path.resolve(modelsDir, name),
      readPicture: (option) => pictures.read(paths?.[option], manifest),
      inColoursOfPhoto: toSrgb,
      reuse: (find) => found.reuse(JSON.stringify([code, image, given]), find),
      resumed() {},
      async createSink(shape) {
        sink = new MemorySink(shape);
        return sink;
      },
    });
    if (!sink) throw new Error(`${code} returned no result for a small picture`);
    const findings = outcome.kind === 'succeeded' ? outcome.findings : undefined;
    const result = { ...(await sink.encode()), ...findings };
    return { result, pixels: photo.width * photo.height };
  };
});

async function readInput(image: string, { preview, limits }: FunctionManifest): Promise<Photo> {
  if (!preview) throw new Error('The function has no preview');
  const bytes = Buffer.from(image, 'base64');
  // The size of the photo was checked before. A shrunk copy of a narrow photo may be smaller than
  // the function's limit.
  const least = preview.of === 'whole' ? 1 : limits.minSide;
  return await readSmallPicture(bytes, { least, most: preview.side });
}

async function readSurvey({
  width,
  height,
  jpegQuality,
  ...pictures
}: Survey): Promise<PhotoSurvey> {
  const read = (image: string) =>
    readSmallPicture(Buffer.from(image, 'base64'), { least: 1, most: surveySide });
  const [overview, tiles] = [await read(pictures.overview), await read(pictures.tiles)];
  return { width, height, overview, tiles: { ...tiles, jpegQuality: jpegQuality ?? null } };
}
