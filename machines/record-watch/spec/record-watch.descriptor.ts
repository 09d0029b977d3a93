import { describeChart } from '../../testing/chart-descriptor.ts';
import { offline, recordOf, refused, rejecting } from '../../testing/samples.ts';
import { recordWatchMachine } from '../record-watch.machine.ts';

const moved = (revision: number) => ({
  'it runs': recordOf('r1', 1, { revision: revision + 1 }),
  'it has not moved': recordOf('r1', 0, { revision }),
  'it is done': recordOf('r1', 2, { revision: revision + 1 }),
});

const failures = {
  offline: rejecting(offline),
  'it is gone': rejecting(refused('record_gone')),
  'sign in first': rejecting(refused('10009')),
  'another code': rejecting(refused('invalid_request')),
};

const answers = { done: ({ revision }: { revision: number }) => moved(revision), error: failures };

export const recordWatchDescriptor = describeChart<typeof recordWatchMachine>({
  machine: recordWatchMachine,
  inputs: { 'a queued record': { id: 'r1', revision: 1 } },
  people: { 'watch.retried': {} },
  charts: { 'connection.lost': {}, 'connection.restored': {} },
  actors: { awaitRecord: answers, loadRecord: answers, findRecord: answers },
  reads: ({ failure }) => failure?.code,
  laws: {
    'no change is reported twice': {
      holds: ({ before, told }) =>
        told.every(
          ({ event }) =>
            event.type !== 'record.changed' || event.record.revision > before.context.revision,
        ),
      brokenBy: 'recordWatch.following.asking on onDone of awaitRecord: without the guard hasMoved',
    },
    'after a report that the record is lost, its recovery is reported': {
      holds: ({ before, now, told }) =>
        !(before.matches('lost') && now.matches('following')) ||
        told.some(({ to, event }) => to === 'parent' && event.type === 'record.found'),
      brokenBy: (machine) => machine.provide({ actions: { tellFound: () => {} } }),
    },
    'the same refusal is shown to the visitor once, not at every try': {
      holds: ({ before, told }) =>
        !before.matches('lost') ||
        told.every(
          ({ to, event }) =>
            to !== 'app' ||
            event.failure.code === undefined ||
            event.failure.code !== before.context.failure?.code,
        ),
      brokenBy: 'recordWatch.lost.asking on onError of findRecord: not isKnown',
    },
  },
});
