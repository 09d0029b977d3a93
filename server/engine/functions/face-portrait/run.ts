import sharp from 'sharp';
import { detectFaces } from '../../faces/detect.ts';
import type { Box } from '../../faces/look.ts';
import { join } from '../../image/interleave.ts';
import type { Region } from '../../image/outputs.ts';
import type { Photo } from '../../image/photo.ts';
import { type NetworkSpec, runTiled } from '../../network/run-tiled.ts';
import { enlargingNetwork } from '../../network/upscalers.ts';
import type { FunctionBody, FunctionRun } from '../function.ts';
import { facePortrait } from './manifest.ts';

const [detectorModel, twice, fourTimes] = facePortrait.models;
const enlargers = { 2: twice, 4: fourTimes } as const;
/**
 * Limits of the portrait's side length. Within these limits the side length depends on the photo.
 */
const { minSide: smallestSide, maxSide: largestSide } = facePortrait.output;

/** Minimum side length of a face in pixels. Smaller faces are too coarse for a portrait. */
const usableFaceSide = 40;
/** Height of the face, and position of its centre from the top, relative to the square. */
const faceShare = 1 / 2.3;
const faceCentre = 0.47;

type Run = Pick<FunctionRun, 'photo' | 'sessions' | 'modelFile' | 'checkpoint'>;

export const run: FunctionBody<typeof facePortrait> = async (tools) => {
  const { photo, checkpoint } = tools;
  const detector = { sessions: tools.sessions, file: tools.modelFile(detectorModel) };
  const faces = await detectFaces(photo, detector, (done) => checkpoint('detecting', done));
  const face = faces
    .filter(({ width, height }) => Math.min(width, height) >= usableFaceSide)
    .toSorted((a, b) => b.score * b.width * b.height - a.score * a.width * a.height)[0];
  if (!face) return { kind: 'rejected', reason: 'no_face' };
  const region = squareAround(photo, face);
  const side = Math.min(largestSide, Math.max(smallestSide, region.width));
  const sink = await tools.createSink({ width: side, height: side, alpha: photo.alpha !== null });
  const rgb = await portrait(tools, region, side);
  await sink.write(photo.alpha ? join(rgb, await cutAlpha(photo, photo.alpha, region, side)) : rgb);
  await checkpoint('running', 1);
  return { kind: 'succeeded', region, faces: 1 };
};

function squareAround(photo: Photo, face: Box): Region {
  const wanted = Math.round(Math.max(face.height, face.width) / faceShare);
  const side = Math.min(wanted, photo.width, photo.height);
  const left = Math.round(face.left + face.width / 2 - side / 2);
  const top = Math.round(face.top + face.height / 2 - side * faceCentre);
  return {
    left: Math.max(0, Math.min(photo.width - side, left)),
    top: Math.max(0, Math.min(photo.height - side, top)),
    width: side,
    height: side,
  };
}

function cutAlpha(
  { width, height }: Photo,
  alpha: Uint8Array,
  region: Region,
  side: number,
): Promise<Buffer> {
  return sharp(alpha, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .extract(region)
    .resize(side, side)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function portrait(run: Run, region: Region, side: number): Promise<Uint8Array> {
  const { width, height, rgb } = run.photo;
  let square: Uint8Array = await sharp(rgb, {
    raw: { width, height, channels: 3 },
    limitInputPixels: false,
  })
    .extract(region)
    .raw()
    .toBuffer();
  let size = region.width;
  if (size < smallestSide) {
    const scale = size * 2 >= smallestSide ? 2 : 4;
    const spec = enlargingNetwork(run.modelFile(enlargers[scale]), scale);
    square = await enlargeSquare(run, square, size, spec);
    size *= scale;
  }
  if (size === side) return square;
  return sharp(square, { raw: { width: size, height: size, channels: 3 } })
    .resize(side, side)
    .raw()
    .toBuffer();
}

async function enlargeSquare(
  { sessions, checkpoint }: Run,
  rgb: Uint8Array,
  side: number,
  spec: NetworkSpec,
): Promise<Uint8Array> {
  const strips: Buffer[] = [];
  await runTiled({
    picture: { width: side, height: side, rgb },
    spec,
    sessions,
    async onRows(rows) {
      strips.push(Buffer.from(rows));
    },
    onTile: (fraction) => checkpoint('running', fraction),
  });
  return Buffer.concat(strips);
}
