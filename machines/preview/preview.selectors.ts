import type { SnapshotFrom } from 'xstate';
import type { PhotoPiece } from '../model/photo.ts';
import { cropOf, pieceIn, previewIn } from './preview.keys.ts';
import type { previewMachine } from './preview.machine.ts';
import type { Preview } from './preview.types.ts';

type PreviewSnapshot = SnapshotFrom<typeof previewMachine>;

export type PreviewStage = 'none' | 'waiting' | 'shown' | 'missed' | 'offline';

export const selectPreviewStage = (snapshot: PreviewSnapshot): PreviewStage => {
  if (snapshot.matches('shown')) return 'shown';
  if (snapshot.matches('missed')) return 'missed';
  if (snapshot.matches('postponed')) return 'offline';
  return snapshot.matches('blank') ? 'none' : 'waiting';
};

/**
 * The piece before and after, or null if there is none. While an option changes, the previous
 * picture stays until the next one is loaded.
 */
export const selectPreview = (snapshot: PreviewSnapshot): Preview | null => {
  const stage = selectPreviewStage(snapshot);
  if (stage === 'shown') return previewIn(snapshot.context);
  return stage === 'waiting' ? snapshot.context.standing : null;
};

export const selectPreviewCode = ({ context: { request } }: PreviewSnapshot): string | null =>
  request?.offered.code ?? null;

/** `crop` for a square of the photo, `whole` for the whole photo. */
export const selectPreviewKind = ({ context: { request } }: PreviewSnapshot) =>
  request?.offered.preview?.of ?? 'crop';

/** Width divided by height of the current or next picture. */
export const selectPreviewRatio = ({ context: { request } }: PreviewSnapshot): number => {
  const piece = request && cropOf(request);
  if (!piece) return 1;
  const { preview, width, height } = piece;
  return preview.of === 'whole'
    ? width / height
    : Math.min(width, preview.side) / Math.min(height, preview.side);
};

/** The unchanged piece while its result is loading. Null until the piece is cropped. */
export const selectPreviewPiece = ({ context }: PreviewSnapshot): PhotoPiece | null =>
  pieceIn(context);
