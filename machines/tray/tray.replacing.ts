import type { PhotoChosen } from './tray.types.ts';

/* Another photo in the place of the one in hand, or none. */

const chosenPhoto = ({ event }: { event: PhotoChosen }) => event;

export const choosable = {
  'photo.chosen': {
    target: '#tray.checking',
    reenter: true,
    actions: [
      'releaseReplaced',
      { type: 'keepSource', params: chosenPhoto },
      { type: 'emitChosen', params: chosenPhoto },
    ],
  },
} as const;

/** What the one in hand has left goes on, or is asked about, once the tray is empty again. */
export const choosableBeside = {
  'photo.chosen': {
    ...choosable['photo.chosen'],
    actions: [
      { type: 'keepSource', params: chosenPhoto },
      { type: 'emitChosen', params: chosenPhoto },
    ],
  },
} as const;

export const removable = {
  'photo.removed': { target: '#tray.choosing', actions: ['releaseHeld', 'putAway'] },
} as const;

export const replaceable = { ...choosable, ...removable } as const;
