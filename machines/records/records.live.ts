import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { connectionToWatch } from '../record-watch/record-watch.connection.ts';
import { recordsSetup } from './records.setup.ts';

const lostTo = (target: 'lost' | 'refused') =>
  ({
    target: `.${target}`,
    actions: {
      type: 'setWatchFailure',
      params: ({ event }: { event: { failure: PortFailure } }) => event,
    },
  }) as const;

const askNow = {
  'records.retried': { actions: { type: 'tellWatch', params: { type: 'watch.retried' } } },
} as const;

const following = recordsSetup.createStateConfig({
  initial: 'inTouch',
  entry: 'follow',
  exit: 'unfollow',
  on: {
    'xstate.error.actor.recordWatch': {
      target: 'stopped',
      actions: [
        { type: 'setWatchFailure', params: failed },
        { type: 'reportFailure', params: failed },
      ],
    },
    'record.changed': { actions: { type: 'replaceRecord', params: ({ event }) => event } },
    'record.ended': {
      target: 'still',
      actions: [{ type: 'replaceRecord', params: ({ event }) => event }, 'tellChanged'],
    },
    'record.gone': { target: 'still', actions: { type: 'drop', params: ({ event }) => event } },
    'record.lost': lostTo('lost'),
    'record.refused': lostTo('refused'),
    'record.found': { target: '.inTouch' },
    ...connectionToWatch,
  },
  states: {
    inTouch: { meta: { view: 'one record makes progress' } },
    lost: { meta: { view: 'one record may have changed meanwhile' }, on: askNow },
    refused: {
      meta: { view: 'one record may have changed; why there is no news of it' },
      on: askNow,
    },
  },
});

export const live = recordsSetup.createStateConfig({
  initial: 'still',
  // another record of the list may be the one to follow
  on: { 'list.filtered': { target: '.still' } },
  states: {
    still: {
      meta: { view: 'no task is under way' },
      always: { guard: 'hasUnderWay', target: 'following' },
    },
    following,
    stopped: {
      meta: { view: 'one record may have changed meanwhile' },
      on: { 'records.retried': { target: 'still' } },
    },
  },
});
