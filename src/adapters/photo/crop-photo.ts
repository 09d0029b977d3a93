import { readJpegQuality } from '../../../machines/model/jpeg-quality.ts';
import { frameAt, type Place } from '../../../machines/model/piece-frame.ts';
import { findDetail } from './find-detail.ts';
import { type Canvas, contextOf, encode, isTransparent } from './shrink-photo.ts';
import { tilesOf } from './tiles.ts';

/**
 * A request for the piece of a photo that a preview shows. The worker or the page executes the
 * request.
 */
export type CropRequest = {
  /** id of the photo */
  id: string;
  file: Blob;
  of: 'crop' | 'whole';
  /** longest side of the piece, in pixels */
  side: number;
  /** size of the photo as uploaded later, in pixels */
  width: number;
  height: number;
  /** where the piece is; without a place, it shows the most detail */
  place?: Place | null | undefined;
  /** true if the piece also needs a survey of the photo */
  survey?: boolean | undefined;
};

/** Pictures by which a function measures a photo. See `photoSurvey` in the contract. */
type Survey = { overview: Blob; tiles: Blob; jpegQuality: number | undefined };

export type Piece = { blob: Blob; width: number; height: number; place?: Place; survey?: Survey };

type CreateCanvas = (width: number, height: number) => Canvas;

/**
 * Longest side of the scaled-down copy in which detail is searched, in pixels. It is large enough
 * to preserve edges.
 */
const mapSide = 320;
/**
 * Side of the search window in pixels. It is fixed, so that all functions show the same place of
 * the photo.
 */
const windowSide = 128;
const jpegQuality = 0.92;
/**
 * Limit of the piece in bytes, equal to the server's limit (`mostPreviewText` of the contract).
 * Noise with transparency can exceed the limit.
 */
const mostBytes = 337_000;
/** Limit of each picture of a survey, equal to `mostSurveyText` of the contract. */
const mostSurveyBytes = 225_000;
/** Longest side of the overview, equal to `surveySide` of the contract. */
const surveySide = 384;
/** The tables of a JPEG follow its profile and the thumbnail of the camera. */
const mostHeaderBytes = 512 * 1024;
const shrinkBy = 0.75;
const leastSide = 48;

function placeIn(bitmap: ImageBitmap, { width, height }: CropRequest, create: CreateCanvas): Place {
  const scale = Math.min(1, mapSide / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const context = contextOf(create(size.width, size.height));
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  const side = windowSide * scale;
  return findDetail({ ...size, data }, { width: side, height: side });
}

/** Crops the piece. The piece is scaled down by the same factor as the later upload. */
async function crop(
  bitmap: ImageBitmap,
  request: CropRequest,
  create: CreateCanvas,
): Promise<Piece> {
  const place = request.place ?? placeIn(bitmap, request, create);
  const frame = frameAt(place, request);
  const width = Math.min(request.side, request.width);
  const height = Math.min(request.side, request.height);
  const across = bitmap.width / request.width;
  const down = bitmap.height / request.height;
  const left = Math.round(frame.left * request.width) * across;
  const top = Math.round(frame.top * request.height) * down;
  const canvas = create(width, height);
  const context = contextOf(canvas);
  context.drawImage(bitmap, left, top, width * across, height * down, 0, 0, width, height);
  return { blob: await encode(canvas, 'image/png', 1), width, height, place };
}

async function whole(
  bitmap: ImageBitmap,
  request: Pick<CropRequest, 'side' | 'width' | 'height'>,
  create: CreateCanvas,
): Promise<Piece> {
  const scale = Math.min(1, request.side / Math.max(request.width, request.height));
  const width = Math.max(1, Math.round(request.width * scale));
  const height = Math.max(1, Math.round(request.height * scale));
  const canvas = create(width, height);
  const context = contextOf(canvas);
  context.drawImage(bitmap, 0, 0, width, height);
  const mime = isTransparent(context, width, height) ? 'image/png' : 'image/jpeg';
  return { blob: await encode(canvas, mime, jpegQuality), width, height };
}

/** Scales the picture down until its file has at most this number of bytes. */
async function within(
  bytes: number,
  largest: number,
  make: (side: number) => Promise<Piece>,
): Promise<Piece> {
  for (let side = largest; ; side = Math.floor(side * shrinkBy)) {
    const made = await make(side);
    if (made.blob.size <= bytes || side <= leastSide) return made;
  }
}

async function surveyOf(
  bitmap: ImageBitmap,
  photo: CropRequest,
  create: CreateCanvas,
): Promise<Survey> {
  const overview = await within(mostSurveyBytes, surveySide, (side) =>
    whole(bitmap, { ...photo, side }, create),
  );
  const quality = bitmap.width === photo.width ? await qualityOf(photo.file) : null;
  return {
    overview: overview.blob,
    tiles: await tilesOf(bitmap, photo, create),
    jpegQuality: quality ?? undefined,
  };
}

const qualityOf = async (file: Blob) =>
  readJpegQuality(new Uint8Array(await file.slice(0, mostHeaderBytes).arrayBuffer()));

/** A photo that is decoded, and its surveys by the size of the upload. */
type Decoded = { bitmap: ImageBitmap; surveys: Map<string, Survey> };

const decode = async ({ file }: CropRequest): Promise<Decoded> => ({
  bitmap: await createImageBitmap(file, { imageOrientation: 'from-image' }),
  surveys: new Map(),
});

async function cropFrom(
  { bitmap, surveys }: Decoded,
  request: CropRequest,
  create: CreateCanvas,
): Promise<Piece> {
  const cut = request.of === 'crop' ? crop : whole;
  const piece = await within(mostBytes, request.side, (side) =>
    cut(bitmap, { ...request, side }, create),
  );
  if (!request.survey) return piece;
  const size = `${request.width} ${request.height}`;
  const survey = surveys.get(size) ?? (await surveyOf(bitmap, request, create));
  surveys.set(size, survey);
  return { ...piece, survey };
}

export async function cropFromPhoto(request: CropRequest, create: CreateCanvas): Promise<Piece> {
  const decoded = await decode(request);
  try {
    return await cropFrom(decoded, request, create);
  } finally {
    decoded.bitmap.close();
  }
}

/** A larger photo is decoded for each piece, because it needs too much memory: 4 bytes per pixel. */
const mostKeptPixels = 25e6;

/**
 * Returns a function that crops pieces one after the other. It keeps the latest photo decoded, for
 * the next piece of the same photo.
 */
export function createCropper(create: CreateCanvas) {
  let latest: { id: string; decoded: Decoded } | null = null;
  const release = () => {
    latest?.decoded.bitmap.close();
    latest = null;
  };
  return async (request: CropRequest): Promise<Piece> => {
    if (latest?.id !== request.id) {
      release();
      latest = { id: request.id, decoded: await decode(request) };
    }
    const { decoded } = latest;
    try {
      return await cropFrom(decoded, request, create);
    } finally {
      if (decoded.bitmap.width * decoded.bitmap.height > mostKeptPixels) release();
    }
  };
}
