import { failed } from '../port-actors.ts';
import type { RunInput } from '../run/run.types.ts';
import { afterCrash, againOf, outcomeOfCrash } from './studio.cards.ts';
import { checking, choosing, chosen, postponed } from './studio.choosing.ts';
import { ended } from './studio.ended.ts';
import { resuming, returning } from './studio.resuming.ts';
import { attemptsBeside } from './studio.runs.ts';
import { studioSetup } from './studio.setup.ts';
import type { StudioContext } from './studio.types.ts';
import { working } from './studio.working.ts';

type Retried = { context: StudioContext; event: { id: string } };

const again = ({ context, event: { id } }: Retried): { id: string; input: RunInput | null } => {
  const card = attemptsBeside(context).find((one) => one.id === id);
  return { id, input: card ? againOf(card) : null };
};

/**
 * The current photo: chosen, inspected, started, and its outcome (R42, R71, R72). Runs continue beside it when
 * another photo is chosen; their ends are reported as well.
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
    leftOut: null,
    resumed: null,
    elsewhere: [],
    runs: [],
    inHand: null,
    begun: 0,
  },
  initial: 'resuming',
  on: {
    'setup.loaded': { actions: { type: 'setSetup', params: ({ event }) => event } },
    'user.changed': { actions: { type: 'setPurse', params: ({ event }) => event } },
    // the photo may not be inspected yet, and the new balance may not have arrived
    'start.resumed': { actions: { type: 'setResumed', params: ({ event }) => event } },
    'regions.changed': { actions: { type: 'setFound', params: ({ event }) => event } },
    'connection.lost': { actions: { type: 'tellRuns', params: ({ event }) => event } },
    'connection.restored': { actions: { type: 'tellRuns', params: ({ event }) => event } },
    'run.moved': { actions: { type: 'setView', params: ({ event }) => event } },
    'run.delayed': { actions: { type: 'setDelay', params: ({ event }) => event } },
    'run.ended': [
      {
        guard: { type: 'isWorthTelling', params: ({ event }) => event },
        actions: [
          { type: 'stopRun', params: ({ event }) => event },
          { type: 'setOutcome', params: ({ event }) => event },
          { type: 'tellEndBeside', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'stopRun', params: ({ event }) => event },
          { type: 'dropCard', params: ({ event }) => event },
        ],
      },
    ],
    'xstate.error.actor.run.*': [
      // the task continues on the server
      {
        guard: { type: 'canBegin', params: afterCrash },
        actions: [
          { type: 'stopRun', params: afterCrash },
          { type: 'beginInPlace', params: afterCrash },
          { type: 'reportFailure', params: failed },
        ],
      },
      {
        actions: [
          { type: 'stopRun', params: outcomeOfCrash },
          { type: 'setOutcome', params: outcomeOfCrash },
          { type: 'reportFailure', params: failed },
          { type: 'tellEndBeside', params: outcomeOfCrash },
        ],
      },
    ],
    // for background runs; the current photo stays unchanged
    'card.cancelled': {
      actions: {
        type: 'tellRun',
        params: ({ event: { id } }) => ({ id, event: { type: 'cancel.pressed' } }),
      },
    },
    'card.hurried': {
      actions: {
        type: 'tellRun',
        params: ({ event: { id } }) => ({ id, event: { type: 'retry.pressed' } }),
      },
    },
    'card.retried': {
      guard: { type: 'canBegin', params: again },
      actions: { type: 'beginInPlace', params: again },
    },
    'card.dismissed': {
      actions: [
        { type: 'releaseCard', params: ({ event }) => event },
        { type: 'dropCard', params: ({ event }) => event },
      ],
    },
  },
  states: { resuming, choosing, checking, postponed, returning, chosen, working, ended },
});
