import type { NextPhoto } from '../model/next-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { resultSetup } from './result.setup.ts';
import type { ResultContext } from './result.types.ts';

const answered = ({ event }: { event: { output: TaskRecord } }) => ({ record: event.output });

const answeredWith = (picture: NextPhoto) => (moment: { event: { output: TaskRecord } }) => ({
  record: moment.event.output,
  picture,
});

const shown =
  (picture: NextPhoto) =>
  ({ context }: { context: ResultContext }) => ({ record: context.record, picture });

/**
 * Returns the state that passes a picture of the record to the studio. The record is loaded again
 * first, because the addresses of its pictures expire and the record may have been deleted.
 */
const continuingWith = (picture: NextPhoto, view: string) =>
  resultSetup.createStateConfig({
    meta: { view },
    invoke: {
      id: 'loadRecord',
      src: 'loadRecord',
      input: ({ context }) => ({ id: context.recordId }),
      onDone: [
        {
          guard: { type: 'has', params: answeredWith(picture) },
          target: '#result.sorting',
          actions: [
            { type: 'setRecord', params: answered },
            { type: 'giveToStudio', params: answeredWith(picture) },
            'goHome',
          ],
        },
        { target: '#result.sorting', actions: { type: 'setRecord', params: answered } },
      ],
      onError: [
        { guard: { type: 'isNotFound', params: failed }, target: '#result.notFound' },
        { guard: { type: 'isGone', params: failed }, target: '#result.gone' },
        { target: '#result.sorting', actions: { type: 'complainOfNext', params: failed } },
      ],
    },
  });

/** Passes a picture of the record to the studio as the next photo. */
export const continuing = resultSetup.createStateConfig({
  initial: 'withResult',
  states: {
    withResult: continuingWith('result', 'the record, until its result is in the studio'),
    withOriginal: continuingWith('original', 'the record, until its original is in the studio'),
  },
});

/**
 * Reactions to the buttons that continue with the original of the record, or with another photo.
 */
export const another = {
  'original.continued': {
    guard: { type: 'has', params: shown('original') },
    target: '#result.continuing.withOriginal',
  },
  'another.pressed': { actions: ['leaveRun', 'goHome'] },
} as const;

export const continuable = {
  ...another,
  'result.continued': {
    guard: { type: 'has', params: shown('result') },
    target: '#result.continuing.withResult',
  },
} as const;
