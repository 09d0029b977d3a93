import { problemOf } from '../../model/start-obstacle.ts';
import type { RunInput } from '../../run/run.types.ts';
import type { Laws, Moment } from '../../testing/chart-descriptor.ts';
import { requestAgain } from '../studio.choice.ts';
import { endOf } from '../studio.ends.ts';
import type { studioMachine } from '../studio.machine.ts';
import { runInHand } from '../studio.runs.ts';

const begun = ({ asked }: Pick<Moment, 'asked'>): RunInput[] =>
  asked.flatMap(({ id, input }) => (id.startsWith('run.') ? [input as RunInput] : []));

export const studioLaws: Laws<typeof studioMachine> = {
  'the overlay goes when the run in hand does': {
    holds: ({ before, now, told }) =>
      !before.matches('working') ||
      now.matches('working') ||
      told.some(({ to, event }) => to === 'overlay' && event.type !== 'overlay.opened'),
    brokenBy: 'studio.working on photo.chosen: without the action closeOverlay',
  },
  'the overlay opens only for a run': {
    holds: ({ now, told }) =>
      now.matches('working') || told.every(({ event }) => event.type !== 'overlay.opened'),
    brokenBy: 'studio.chosen on start.pressed: to #studio.ended instead of working',
  },
  'the studio works only while a run does': {
    holds: ({ now }) => {
      if (!now.matches('working')) return true;
      const card = runInHand(now.context);
      return card !== null && card.outcome === null && now.children[card.id] !== undefined;
    },
    brokenBy: 'studio.checking on onDone of inspectPhoto: to #studio.working instead of chosen',
  },
  'a photo that was refused is never started': {
    holds: ({ now, asked }) =>
      begun({ asked }).every(
        (input) =>
          !('wish' in input) ||
          !input.wish ||
          problemOf(input.wish.photo, now.context.setup) === null,
      ),
    brokenBy: (machine) => machine.provide({ guards: { hasProblem: () => false } }),
  },
  'an upload that a start may have taken is not offered to another': {
    holds: ({ before, now }) =>
      before.matches('working') || !now.matches('working') || !now.context.found?.fileKey,
    brokenBy: 'studio.working: without the entry action dropUpload',
  },
  'what may have started is tried again with its own key': {
    holds: ({ before, event, asked }) => {
      const request = before.matches('ended') ? requestAgain(before.context) : null;
      if (event?.type !== 'retry.pressed' || !request) return true;
      return begun({ asked }).some(
        (input) => input.from === 'request' && input.request === request,
      );
    },
    brokenBy: 'studio.ended on retry.pressed: dropped 0',
  },
  'every end but one that the visitor wanted is told to the page': {
    holds: ({ event, told }) => {
      const end = event?.type === 'run.ended' ? endOf(event.outcome) : null;
      if (end === null || end === 'cancelled') return true;
      return told.filter((one) => one.event.type === 'task.ended').length === 1;
    },
    brokenBy: 'studio.ended.notice.missed: without the entry action tellEnd',
  },
};
