import { assign } from 'xstate';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { sampleRegion } from '../../testing/sample-regions.ts';
import {
  offline,
  prepared,
  refused,
  regionSearch,
  rejecting,
  ticket,
} from '../../testing/samples.ts';
import { regionFinderMachine } from '../region-finder.machine.ts';

const failures = { offline: rejecting(offline), refused: rejecting(refused('daily_limit')) };

export const regionFinderDescriptor = describeChart<typeof regionFinderMachine>({
  machine: regionFinderMachine,
  people: { 'search.pressed': { '': regionSearch } },
  charts: { 'photo.left': {} },
  actors: {
    preparePhoto: {
      done: { '': prepared },
      error: { 'it cannot be written': rejecting({ reason: 'unsupported' }) },
    },
    requestUpload: { done: { '': ticket }, error: failures },
    upload: {
      sends: {
        '': { type: 'upload.completed' },
        offline: { type: 'upload.failed', failure: offline },
      },
      error: { 'a fault': new Error('a fault') },
    },
    findRegions: {
      done: {
        'a face and a text': [
          sampleRegion('face', { left: 0.1, top: 0.2, width: 0.2, height: 0.3 }),
          sampleRegion('text', { left: 0.6, top: 0.2, width: 0.2, height: 0.3 }),
        ],
        nothing: [],
      },
      error: failures,
    },
  },
  reads: () => [],
  laws: {
    'the studio receives the found regions, and none of an earlier search': {
      holds: ({ now, event, told }) => {
        const isAnswer = event?.type === 'xstate.done.actor.findRegions';
        if (event?.type !== 'search.pressed' && !isAnswer) return true;
        const code = isAnswer ? now.context.wish?.offered.code : undefined;
        return told.some(
          ({ to, event: one }) =>
            to === 'studio' && one.type === 'regions.changed' && one.found?.functionCode === code,
        );
      },
      brokenBy: 'regionFinder on search.pressed: without the action notifySearching',
    },
    'regions are shown as found only if there are any': {
      holds: ({ now }) => !now.matches({ answered: 'found' }) || now.context.regions.length > 0,
      brokenBy: 'regionFinder.searching.looking on onDone of findRegions: without the guard isSome',
    },
    'a new search shows no regions of the previous search': {
      holds: ({ now: { context }, event }) =>
        event?.type !== 'search.pressed' || context.regions.length === 0,
      brokenBy: (machine) =>
        machine.provide({ actions: { setWish: assign((_, wish) => ({ wish })) } }),
    },
  },
});
