import { uploadedSize } from '../model/forecast.ts';
import type { PhotoPiece } from '../model/photo.ts';
import { frameAt, middleOf, type PieceFrame, type Place } from '../model/piece-frame.ts';
import { sideOption } from '../model/result-side.ts';
import { startObstacle } from '../model/start-obstacle.ts';
import type { Preview, PreviewContext, PreviewRequest } from './preview.types.ts';

/* Keys by which pieces and previews are stored, so that equal requests use the same picture. */

/**
 * Returns the piece of the photo to crop. Returns null if the function has no preview, or cannot
 * process the photo.
 */
export const cropOf = ({ photo, offered, options }: PreviewRequest) => {
  const { preview } = offered;
  if (!preview || !photo.decodable || startObstacle(photo, offered, options)) return null;
  return { photo, preview, ...uploadedSize(photo, offered) };
};

/**
 * Number of pieces and of previews that are kept: each stroke of the brush makes a new preview, and
 * each move of the frame makes a new piece.
 */
const mostKept = 12;

const withLatest = <Value>(
  kept: Readonly<Record<string, Value>>,
  key: string,
  value: Value,
): Record<string, Value> =>
  Object.fromEntries([...Object.entries(kept).slice(1 - mostKept), [key, value]]);

/** Returns the frame of the piece in the photo. Returns null if the piece is the whole photo. */
const frameOf = (request: PreviewRequest, place: Place | null): PieceFrame | null => {
  const crop = cropOf(request);
  if (!place || crop?.preview.of !== 'crop') return null;
  return frameAt(place, { ...crop, side: crop.preview.side });
};

export const frameIn = ({ request, place }: PreviewContext): PieceFrame | null =>
  request && frameOf(request, place);

/** Returns the place inside the photo that the piece has after a move. */
export const placeAfter = ({ request, place }: PreviewContext, wanted: Place): Place | null => {
  const frame = request && frameOf(request, wanted);
  return frame ? middleOf(frame) : place;
};

/** Returns the key of the piece. Functions with the same preview input use the same piece. */
const pieceKeyOf = (request: PreviewRequest, place: Place | null): string => {
  const { preview, width = 0, height = 0 } = cropOf(request) ?? {};
  const kind = preview?.survey ? 'survey' : preview?.of;
  const frame = frameOf(request, place);
  const at = frame ? [Math.round(frame.left * width), Math.round(frame.top * height)] : [];
  return [kind, preview?.side, width, height, ...at].join(' ');
};

/** The longest side of the result is left out, because a preview does not depend on it. */
const previewKeyOf = (request: PreviewRequest, place: Place | null): string => {
  const { offered, options } = request;
  const relevant = Object.entries(options).filter(([name]) => name !== sideOption);
  return JSON.stringify([offered.code, relevant.toSorted(), pieceKeyOf(request, place)]);
};

export const isSameRequest = (one: PreviewRequest | null, other: PreviewRequest): boolean =>
  one !== null &&
  one.photo.id === other.photo.id &&
  previewKeyOf(one, null) === previewKeyOf(other, null);

/** Returns true if the piece is elsewhere after a move, by at least one pixel. */
export const isElsewhere = (context: PreviewContext, wanted: Place): boolean => {
  const { request, place } = context;
  return (
    frameIn(context) !== null &&
    request !== null &&
    pieceKeyOf(request, placeAfter(context, wanted)) !== pieceKeyOf(request, place)
  );
};

export const pieceIn = ({ request, place, pieces }: PreviewContext) =>
  (request && pieces[pieceKeyOf(request, place)]) ?? null;

/** Returns the piece that stays on screen until the next piece is cropped. */
export const earlierIn = (context: PreviewContext): PhotoPiece | null => {
  const piece = pieceIn(context);
  return piece?.place ? piece : context.earlier;
};

export const previewIn = ({ request, place, previews }: PreviewContext): Preview | null =>
  (request && previews[previewKeyOf(request, place)]) ?? null;

/**
 * Returns the preview that stays on screen until the next one is loaded. Returns null if the next
 * request is for another function or another piece.
 */
export const standingIn = (context: PreviewContext, next: PreviewRequest): Preview | null => {
  const { request, place, standing } = context;
  const isOfSame =
    request?.offered.code === next.offered.code &&
    pieceKeyOf(request, place) === pieceKeyOf(next, place);
  return isOfSame ? (previewIn(context) ?? standing) : null;
};

export const withPiece = (context: PreviewContext, piece: Preview['before']) => {
  const { request, pieces } = context;
  if (!request) return {};
  const place = context.place ?? piece.place ?? null;
  return { place, pieces: withLatest(pieces, pieceKeyOf(request, place), piece) };
};

export const withPreview = (context: PreviewContext, after: Preview['after']) => {
  const { request, place, previews, needs, faces } = context;
  const before = pieceIn(context);
  if (!request || !before) return {};
  return {
    ...(after.needs && { needs: { ...needs, [request.offered.code]: after.needs } }),
    ...(after.faces && { faces: { ...faces, [request.offered.code]: after.faces } }),
    previews: withLatest(previews, previewKeyOf(request, place), {
      photoId: request.photo.id,
      before,
      after,
    }),
  };
};
