import { pictureToCome } from '../../../../machines/model/own-value.ts';
import { readStrokes } from '../../../../machines/model/strokes.ts';
import { EngineError } from '../../engine.port.ts';
import type { Region } from '../../image/outputs.ts';
import type { Photo } from '../../image/photo.ts';
import { resizePhoto } from '../../image/resize-photo.ts';
import { findObject } from '../../matte/find-object.ts';
import { type Matte, matteOf } from '../../matte/matte.ts';
import { MatteRows } from '../../matte/matte-rows.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import { backgroundOf } from './background.ts';
import { composeRows, type Scene } from './compose.ts';
import { squareAround } from './frame.ts';
import { cutOut } from './manifest.ts';
import { Shadow } from './shadow.ts';

const [model] = cutOut.models;
const { maxSide } = cutOut.output.square;
const rowsAtOnce = 128;

export const run: FunctionBody<typeof cutOut> = async (tools) => {
  const { photo, options, sessions, modelFile, reuse, createSink, checkpoint } = tools;
  const network = { sessions, file: modelFile(model) };
  const found = await reuse(() =>
    findObject(photo, network, (done) => checkpoint('running', done * 0.35)),
  );
  const matte = await matteOf(photo, found, readStrokes(options.brush) ?? []);
  if (!matte) throw new EngineError('no_object', 'Nothing stands out from its background');
  await checkpoint('running', 0.5);
  const area = options.square ? squareAround(matte.box) : wholePhoto(photo);
  const scene = await sceneOf(photo, { matte, area, tools });
  const { width, height } = scene.frame;
  const sink = await createSink({ width, height, alpha: scene.isTransparent });
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    await sink.write(composeRows(scene, top, rows));
    await checkpoint('running', 0.5 + (0.5 * (top + rows)) / height);
  }
  return { kind: 'succeeded', region: area };
};

interface Wanted {
  matte: Matte;
  area: Region;
  tools: Parameters<typeof run>[0];
}

/** Prepares the scene. If a square result would be too large, the photo is made smaller. */
async function sceneOf(original: Photo, { matte, area, tools }: Wanted): Promise<Scene> {
  const { options } = tools;
  const factor = options.square ? Math.min(1, maxSide / area.width) : 1;
  const isLarge = factor < 1;
  const photo = isLarge
    ? await resizePhoto(original, scaled(wholePhoto(original), factor))
    : original;
  const frame = isLarge ? { ...scaled(area, factor), width: maxSide, height: maxSide } : area;
  const region = isLarge ? insideOf(photo, scaled(matte.region, factor)) : matte.region;
  const shown = { ...matte, region };
  return {
    photo,
    frame,
    object: new MatteRows(photo, shown),
    background: await backgroundOf(options.background, photo, { matte: shown, frame, tools }),
    isTransparent: options.background === 'transparent' || options.background === pictureToCome,
    shadow: options.shadow ? new Shadow(shown, frame) : null,
  };
}

const scaled = ({ left, top, width, height }: Region, factor: number): Region => ({
  left: Math.round(left * factor),
  top: Math.round(top * factor),
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

const insideOf = (photo: Photo, { left, top, width, height }: Region): Region => ({
  left: Math.min(left, photo.width - 1),
  top: Math.min(top, photo.height - 1),
  width: Math.min(width, photo.width - Math.min(left, photo.width - 1)),
  height: Math.min(height, photo.height - Math.min(top, photo.height - 1)),
});
