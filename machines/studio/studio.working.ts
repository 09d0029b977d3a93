import { studioSetup } from './studio.setup.ts';
import type { PhotoChosen, StudioEvent } from './studio.types.ts';

const source = ({ event }: { event: PhotoChosen }) => event;

const over = ({ event }: { event: Extract<StudioEvent, { type: 'run.over' }> }) => event;

/**
 * Waits for the end of the run that a press of start has begun. Choosing another photo does not
 * stop the run.
 */
export const working = studioSetup.createStateConfig({
  tags: 'kept',
  entry: ['dropUpload', 'dropOver'],
  meta: { view: 'the overlay, or a card with the progress and a link back to the overlay' },
  on: {
    'photo.chosen': {
      target: 'checking',
      actions: [
        'freeHand',
        { type: 'setSource', params: source },
        { type: 'emitChosen', params: source },
      ],
    },
    // ignored, because the run has already begun
    'start.resumed': {},
    'photo.removed': { target: 'choosing', actions: ['freeHand', 'putAway'] },
    'run.over': [
      { guard: { type: 'isGone', params: over }, target: 'choosing', actions: 'putAway' },
      { guard: { type: 'isSignInNeeded', params: over }, target: 'chosen.turnedAway' },
      {
        guard: { type: 'isShown', params: over },
        target: 'ended',
        actions: { type: 'setOver', params: over },
      },
      // the run ended with nothing to show, so the photo and its options stay
      { target: 'chosen' },
    ],
  },
});
