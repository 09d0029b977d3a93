import type { SnapshotFrom } from 'xstate';
import type { PhotoPiece } from '../model/photo.ts';
import { isMovable, type PieceFrame } from '../model/piece-frame.ts';
import { cropOf, frameIn, pieceIn, previewIn } from './preview.keys.ts';
import type { previewMachine } from './preview.machine.ts';
import type { Preview } from './preview.types.ts';

type PreviewSnapshot = SnapshotFrom<typeof previewMachine>;

type PreviewStage = 'none' | 'waiting' | 'shown' | 'missed' | 'offline';

export const selectPreviewStage = (snapshot: PreviewSnapshot): PreviewStage => {
  if (snapshot.matches('shown')) return 'shown';
  if (snapshot.matches('missed')) return 'missed';
  if (snapshot.matches('postponed')) return 'offline';
  return snapshot.matches('blank') ? 'none' : 'waiting';
};

/**
 * Returns the pictures of the preview: a piece of the photo, and the function's result for that
 * piece. After a change of an option, returns the previous preview until the next one is loaded, and
 * after a move, until the new piece is cropped. Returns null if no preview is loaded.
 */
export const selectPreview = (snapshot: PreviewSnapshot): Preview | null => {
  const stage = selectPreviewStage(snapshot);
  if (stage === 'shown') return previewIn(snapshot.context);
  if (stage !== 'waiting') return null;
  const { standing } = snapshot.context;
  const piece = pieceIn(snapshot.context);
  return piece === null || standing?.before === piece ? standing : null;
};

export const selectPreviewCode = ({ context: { request } }: PreviewSnapshot): string | null =>
  request?.offered.code ?? null;

/**
 * Returns `crop` if the preview shows a square of the photo, and `whole` if it shows the whole
 * photo.
 */
export const selectPreviewKind = ({ context: { request } }: PreviewSnapshot) =>
  request?.offered.preview?.of ?? 'crop';

/** Returns the width divided by the height of the preview that is loaded or being loaded. */
export const selectPreviewRatio = ({ context: { request } }: PreviewSnapshot): number => {
  const piece = request && cropOf(request);
  if (!piece) return 1;
  const { preview, width, height } = piece;
  return preview.of === 'whole'
    ? width / height
    : Math.min(width, preview.side) / Math.min(height, preview.side);
};

/**
 * Returns the piece of the photo, which is shown while the function's result is loading. Until the
 * piece is cropped, returns the piece that was shown before, so that the canvas is not empty in
 * between. Returns null if there is none.
 */
export const selectPreviewPiece = ({ context }: PreviewSnapshot): PhotoPiece | null =>
  pieceIn(context) ?? (frameIn(context) && context.earlier);

/**
 * Returns the frame of the piece in the photo. Returns null if the piece is not known yet, or if it
 * is the whole photo.
 */
export const selectPieceFrame = ({ context }: PreviewSnapshot): PieceFrame | null => {
  const frame = frameIn(context);
  return frame && isMovable(frame) ? frame : null;
};

/**
 * Returns the names of the options that the photo needs. Returns null until the function has
 * measured the photo.
 */
export const selectNeeds = ({ context: { request, needs } }: PreviewSnapshot) =>
  (request && needs[request.offered.code]) ?? null;

/** Returns the number of faces for which an option does something, or does it differently. */
export const selectFaces = ({ context: { request, faces } }: PreviewSnapshot) =>
  (request && faces[request.offered.code]) ?? null;
