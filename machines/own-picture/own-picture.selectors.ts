import type { SnapshotFrom } from 'xstate';
import type { Photo } from '../model/photo.ts';
import type { ownPictureMachine } from './own-picture.machine.ts';

type PictureSnapshot = SnapshotFrom<typeof ownPictureMachine>;

export type PictureStage = 'none' | 'checking' | 'sending' | 'paused' | 'ready' | 'failed';

export const selectStage = (snapshot: PictureSnapshot): PictureStage => {
  if (snapshot.matches('checking')) return 'checking';
  if (snapshot.matches({ sending: 'paused' })) return 'paused';
  if (snapshot.matches('sending')) return 'sending';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.matches('ready') ? 'ready' : 'none';
};

/** Returns the picture to show: the picture that is being sent, or the picture on the server. */
export const selectPicture = ({ context }: PictureSnapshot): Photo | null =>
  context.coming?.photo ?? context.picture?.photo ?? null;

/** Returns the key of the picture on the server, or null. */
export const selectFileKey = ({ context }: PictureSnapshot): string | null => context.fileKey;

export const selectProblem = ({ context }: PictureSnapshot) => context.problem;

export const selectFailure = (snapshot: PictureSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
