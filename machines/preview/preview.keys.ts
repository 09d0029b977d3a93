import { uploadedSize } from '../model/forecast.ts';
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

/** Number of previews that are kept: each stroke of the brush makes a new one. */
const mostPreviews = 12;

/** Returns the key of the piece. Functions with the same preview input use the same piece. */
export const pieceKeyOf = (request: PreviewRequest): string => {
  const { preview, width = 0, height = 0 } = cropOf(request) ?? {};
  const kind = preview?.survey ? 'survey' : preview?.of;
  return [kind, preview?.side, width, height].join(' ');
};

/** The longest side of the result is left out, because a preview does not depend on it. */
const previewKeyOf = ({ offered, options }: PreviewRequest): string => {
  const relevant = Object.entries(options).filter(([name]) => name !== sideOption);
  return JSON.stringify([offered.code, relevant.toSorted()]);
};

export const isSameRequest = (one: PreviewRequest | null, other: PreviewRequest): boolean =>
  one !== null &&
  one.photo.id === other.photo.id &&
  previewKeyOf(one) === previewKeyOf(other) &&
  pieceKeyOf(one) === pieceKeyOf(other);

export const pieceIn = ({ request, pieces }: PreviewContext) =>
  (request && pieces[pieceKeyOf(request)]) ?? null;

export const previewIn = ({ request, previews }: PreviewContext): Preview | null =>
  (request && previews[previewKeyOf(request)]) ?? null;

/**
 * Returns the preview that stays on screen until the next one is loaded. Returns null if the next
 * request is for another function or another piece.
 */
export const standingIn = (context: PreviewContext, next: PreviewRequest): Preview | null => {
  const { request, standing } = context;
  const isOfSame =
    request?.offered.code === next.offered.code && pieceKeyOf(request) === pieceKeyOf(next);
  return isOfSame ? (previewIn(context) ?? standing) : null;
};

export const withPiece = ({ request, pieces }: PreviewContext, piece: Preview['before']) =>
  request ? { pieces: { ...pieces, [pieceKeyOf(request)]: piece } } : {};

export const withPreview = (context: PreviewContext, after: Preview['after']) => {
  const { request, previews, needs, faces } = context;
  const before = pieceIn(context);
  if (!request || !before) return {};
  return {
    ...(after.needs && { needs: { ...needs, [request.offered.code]: after.needs } }),
    ...(after.faces && { faces: { ...faces, [request.offered.code]: after.faces } }),
    previews: Object.fromEntries([
      ...Object.entries(previews).slice(1 - mostPreviews),
      [previewKeyOf(request), { photoId: request.photo.id, before, after }],
    ]),
  };
};
