import type { PhotoSource } from '../model/photo.ts';
import { heldId } from './studio.held.ts';
import type { PhotoChosen, StudioContext } from './studio.types.ts';

/* Transitions that replace or remove the current photo. */

/**
 * True if another app has sent the photo. The photos of a batch replace each other in the studio,
 * wherever they come from.
 */
const isFromAnotherApp = (
  { isOneOfMany }: Pick<StudioContext, 'isOneOfMany'>,
  source: PhotoSource,
): boolean => source.kind === 'file' && source.isShared === true && !isOneOfMany;

/**
 * Returns the id of the replaced photo, whose stored copy can be deleted. Returns null for photos
 * that the studio shows when it is empty again: a photo with a start from an earlier page, because
 * the start continues then; and a photo that is replaced by a photo from another app, because any
 * site can imitate an app.
 */
export const replacedId = (
  context: Pick<StudioContext, 'held' | 'isOneOfMany'>,
  source: PhotoSource,
): string | null => {
  const { held } = context;
  const isLater = (held.kind === 'kept' && held.photo.run) || isFromAnotherApp(context, source);
  return isLater ? null : heldId(context);
};

/**
 * Returns the chosen photo. For a picture from a record's page or from another app, reports a photo
 * that is replaced, because the visitor did not see the photo in the studio.
 */
const chosenPhoto = ({ context, event }: { context: StudioContext; event: PhotoChosen }) => {
  const isHeld = context.held.kind !== 'nothing' && context.held.kind !== 'refused';
  const isUnseen = event.source.kind === 'record' || isFromAnotherApp(context, event.source);
  return isUnseen && isHeld ? { ...event, isReplacing: true } : event;
};

export const choosable = {
  'photo.chosen': {
    target: '#studio.checking',
    reenter: true,
    actions: [
      { type: 'releaseReplaced', params: chosenPhoto },
      { type: 'setSource', params: chosenPhoto },
      { type: 'emitChosen', params: chosenPhoto },
    ],
  },
} as const;

/**
 * Replaces the current photo without deleting its stored copy. The photo's start from an earlier
 * page continues when the studio is empty again.
 */
export const choosableBeside = {
  'photo.chosen': {
    ...choosable['photo.chosen'],
    actions: [
      { type: 'setSource', params: chosenPhoto },
      { type: 'emitChosen', params: chosenPhoto },
    ],
  },
} as const;

export const removable = {
  'photo.removed': { target: '#studio.choosing', actions: ['releaseHeld', 'putAway'] },
} as const;

export const replaceable = { ...choosable, ...removable } as const;
