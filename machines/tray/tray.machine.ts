import type { AttemptInput } from '../attempt/attempt.types.ts';
import { failed } from '../port-actors.ts';
import { attemptsBeside } from './tray.attempts.ts';
import { afterCrash, againOf, outcomeOfCrash } from './tray.cards.ts';
import { checking, choosing, chosen, postponed } from './tray.choosing.ts';
import { ended } from './tray.ended.ts';
import { resuming, returning } from './tray.resuming.ts';
import { traySetup } from './tray.setup.ts';
import type { TrayContext } from './tray.types.ts';
import { working } from './tray.working.ts';

type Retried = { context: TrayContext; event: { id: string } };

const again = ({ context, event: { id } }: Retried): { id: string; input: AttemptInput | null } => {
  const card = attemptsBeside(context).find((one) => one.id === id);
  return { id, input: card ? againOf(card) : null };
};

/**
 * The current photo: chosen, inspected, started, and its outcome (R42, R71, R72). Runs continue beside it when
 * another photo is chosen; their ends are reported as well.
 */
export const trayMachine = traySetup.createMachine({
  id: 'tray',
  options: { maxIterations: 1000 },
  context: {
    setup: null,
    purse: null,
    functionCode: null,
    wantedCode: null,
    options: {},
    held: { kind: 'nothing' },
    leftOut: null,
    resumed: null,
    elsewhere: [],
    attempts: [],
    inHand: null,
    begun: 0,
  },
  initial: 'resuming',
  on: {
    'setup.loaded': { actions: { type: 'keepSetup', params: ({ event }) => event } },
    'user.changed': { actions: { type: 'keepPurse', params: ({ event }) => event } },
    // the photo may not be inspected yet, and the new balance may not have arrived
    'start.resumed': { actions: { type: 'keepResumed', params: ({ event }) => event } },
    'connection.lost': { actions: { type: 'tellAttempts', params: ({ event }) => event } },
    'connection.restored': { actions: { type: 'tellAttempts', params: ({ event }) => event } },
    'attempt.moved': { actions: { type: 'keepView', params: ({ event }) => event } },
    'attempt.delayed': { actions: { type: 'keepDelay', params: ({ event }) => event } },
    'attempt.ended': [
      {
        guard: { type: 'isWorthTelling', params: ({ event }) => event },
        actions: [
          { type: 'stopAttempt', params: ({ event }) => event },
          { type: 'keepOutcome', params: ({ event }) => event },
          { type: 'tellEndBeside', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'stopAttempt', params: ({ event }) => event },
          { type: 'dropCard', params: ({ event }) => event },
        ],
      },
    ],
    'xstate.error.actor.attempt.*': [
      // the task continues on the server
      {
        guard: { type: 'canBegin', params: afterCrash },
        actions: [
          { type: 'stopAttempt', params: afterCrash },
          { type: 'beginInPlace', params: afterCrash },
          { type: 'reportFailure', params: failed },
        ],
      },
      {
        actions: [
          { type: 'stopAttempt', params: outcomeOfCrash },
          { type: 'keepOutcome', params: outcomeOfCrash },
          { type: 'reportFailure', params: failed },
          { type: 'tellEndBeside', params: outcomeOfCrash },
        ],
      },
    ],
    // for background runs; the current photo stays unchanged
    'card.cancelled': {
      actions: {
        type: 'tellAttempt',
        params: ({ event: { id } }) => ({ id, event: { type: 'cancel.pressed' } }),
      },
    },
    'card.hurried': {
      actions: {
        type: 'tellAttempt',
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
