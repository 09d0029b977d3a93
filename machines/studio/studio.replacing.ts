import { isFromAnotherApp } from './studio.held.ts';
import type { PhotoChosen, StudioContext } from './studio.types.ts';

/* Transitions that replace or remove the current photo. */

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
