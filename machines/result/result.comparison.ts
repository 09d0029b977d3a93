import { resultSetup } from './result.setup.ts';
import type { ResultContext } from './result.types.ts';

/** Returns the two pictures of the comparison. Returns null if there is no picture of before. */
const comparedPictures = ({ context: { record } }: { context: ResultContext }) => {
  const before = record?.before ?? record?.original;
  const after = record?.after ?? record?.result;
  if (!before || !after) return null;
  return { before: before.url, after: after.url, width: after.width, height: after.height };
};

/**
 * Finds where the photo and the result differ most, before the pictures are shown, because they
 * must not move later.
 */
export const comparison = resultSetup.createStateConfig({
  initial: 'sorting',
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [{ guard: 'isSurveyed', target: 'open' }, { target: 'surveying' }],
    },
    surveying: {
      // a page that was left meanwhile shows whole pictures when it comes back, which do not move
      exit: 'setNoChange',
      meta: { view: 'the place of the pictures' },
      invoke: {
        id: 'findChange',
        src: 'findChange',
        input: comparedPictures,
        onDone: {
          target: 'open',
          actions: { type: 'setChange', params: ({ event }) => ({ change: event.output }) },
        },
        onError: { target: 'open' },
      },
      after: { moment: { target: 'open' } },
    },
    open: { meta: { view: 'before and after' } },
  },
});
