import type { AttemptInput } from '../attempt/attempt.types.ts';
import { problemOf } from '../model/start-obstacle.ts';
import type { Laws, Moment } from '../testing/chart-descriptor.ts';
import { attemptInHand } from './tray.attempts.ts';
import { orderAgain } from './tray.choice.ts';
import { endOf } from './tray.ends.ts';
import type { trayMachine } from './tray.machine.ts';

const begun = ({ asked }: Pick<Moment, 'asked'>): AttemptInput[] =>
  asked.flatMap(({ id, input }) => (id.startsWith('attempt.') ? [input as AttemptInput] : []));

export const trayLaws: Laws<typeof trayMachine> = {
  'the overlay goes when the attempt in hand does': {
    holds: ({ before, now, told }) =>
      !before.matches('working') ||
      now.matches('working') ||
      told.some(({ to, event }) => to === 'overlay' && event.type !== 'overlay.opened'),
    brokenBy: 'tray.working on photo.chosen: without the action closeOverlay',
  },
  'the overlay opens only for an attempt': {
    holds: ({ now, told }) =>
      now.matches('working') || told.every(({ event }) => event.type !== 'overlay.opened'),
    brokenBy: 'tray.chosen on start.pressed: to #tray.ended instead of working',
  },
  'the tray works only while an attempt does': {
    holds: ({ now }) => {
      if (!now.matches('working')) return true;
      const card = attemptInHand(now.context);
      return card !== null && card.outcome === null && now.children[card.id] !== undefined;
    },
    brokenBy: 'tray.checking on onDone of inspectPhoto: to #tray.working instead of chosen',
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
  'what may have started is tried again with its own key': {
    holds: ({ before, event, asked }) => {
      const order = before.matches('ended') ? orderAgain(before.context) : null;
      if (event?.type !== 'retry.pressed' || !order) return true;
      return begun({ asked }).some((input) => input.from === 'order' && input.order === order);
    },
    brokenBy: 'tray.ended on retry.pressed: dropped 0',
  },
  'every end but one that the visitor wanted is told to the page': {
    holds: ({ event, told }) => {
      const end = event?.type === 'attempt.ended' ? endOf(event.outcome) : null;
      if (end === null || end === 'cancelled') return true;
      return told.filter((one) => one.event.type === 'task.ended').length === 1;
    },
    brokenBy: 'tray.ended.notice.missed: without the entry action tellEnd',
  },
};
