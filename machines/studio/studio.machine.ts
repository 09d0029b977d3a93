import { checking, postponed } from './studio.checking.ts';
import { choosing, chosen } from './studio.choosing.ts';
import { ended } from './studio.ended.ts';
import { resuming, returning } from './studio.resuming.ts';
import { studioSetup } from './studio.setup.ts';
import { working } from './studio.working.ts';

/**
 * Controls the current photo: it is chosen, inspected and started, and its outcome is shown (R42,
 * R71, R72). The chart `runs` controls the photo's run, which continues in the background when
 * another photo is chosen.
 */
export const studioMachine = studioSetup.createMachine({
  id: 'studio',
  context: {
    setup: null,
    purse: null,
    functionCode: null,
    wantedCode: null,
    options: {},
    held: { kind: 'nothing' },
    found: null,
    replaced: null,
    isOneOfMany: false,
    resumed: null,
    elsewhere: [],
    given: [],
    over: null,
  },
  initial: 'resuming',
  on: {
    'setup.loaded': { actions: { type: 'setSetup', params: ({ event }) => event } },
    'user.changed': { actions: { type: 'setPurse', params: ({ event }) => event } },
    // stored for later, because the photo may not be inspected yet and the new balance may not have
    // arrived
    'start.resumed': { actions: { type: 'setResumed', params: ({ event }) => event } },
    'regions.changed': { actions: { type: 'setFound', params: ({ event }) => event } },
    'picture.changed': { actions: { type: 'setPicture', params: ({ event }) => event } },
    'photos.given': { actions: { type: 'addGiven', params: ({ event }) => event } },
    'runs.crashed': { target: '.resuming', actions: ['putAway', 'dropGiven', 'dropOver'] },
  },
  states: { resuming, choosing, checking, postponed, returning, chosen, working, ended },
});
