import type { PhotoChosen, StudioContext } from './studio.types.ts';

/* Transitions that replace or remove the current photo. */

/** A record's photo comes from another page, where the photo that it replaces is out of sight. */
const chosenPhoto = ({ context, event }: { context: StudioContext; event: PhotoChosen }) => {
  const isHeld = context.held.kind !== 'nothing' && context.held.kind !== 'refused';
  return event.source.kind === 'record' && isHeld ? { ...event, leftOut: 1 } : event;
};

export const choosable = {
  'photo.chosen': {
    target: '#studio.checking',
    reenter: true,
    actions: [
      'releaseReplaced',
      { type: 'setSource', params: chosenPhoto },
      { type: 'emitChosen', params: chosenPhoto },
    ],
  },
} as const;

/**
 * Replaces the current photo without releasing it: its start from an earlier page continues when
 * the studio is empty again.
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
