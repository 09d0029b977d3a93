import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { climbedPercent, expectedPercent, holdPercent } from '../model/progress.ts';
import type {
  OverlayContext,
  OverlayEvent,
  OverlayMeasured,
  OverlayOpened,
} from './overlay.types.ts';

const tickMs = 200;

const closed: OverlayContext = {
  showsCounter: false,
  percent: 0,
  elapsedMs: 0,
  measured: null,
  stage: null,
};

const nextPercent = ({ percent, elapsedMs, measured }: OverlayContext): number => {
  const nowMs = elapsedMs + tickMs;
  const expected = measured
    ? expectedPercent(measured, nowMs - measured.atMs)
    : climbedPercent(nowMs);
  return Math.max(percent, Math.min(holdPercent, expected));
};

const overlaySetup = setup({
  types: {
    context: {} as OverlayContext,
    events: {} as OverlayEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  guards: {
    isAway: (_, { away }: { away: boolean }) => away,
    isNextAtHold: ({ context }) => nextPercent(context) >= holdPercent,
  },
  actions: {
    begin: assign((_, { counter }: { counter: boolean }) => ({ ...closed, showsCounter: counter })),
    advance: assign(({ context }) => ({
      percent: nextPercent(context),
      elapsedMs: context.elapsedMs + tickMs,
    })),
    countOn: assign(({ context }) => ({ elapsedMs: context.elapsedMs + tickMs })),
    measure: assign(({ context }, measure: OverlayMeasured) => {
      const percent = Math.max(context.percent, Math.min(1, measure.fraction) * holdPercent);
      return {
        percent,
        stage: measure.stage,
        measured: {
          percent,
          atMs: context.elapsedMs,
          remainingMs: measure.remainingMs ?? null,
        },
      };
    }),
    fill: assign({ percent: 100 }),
    tellLeft: sendTo(chart('task'), { type: 'overlay.left' }),
    tellReturned: sendTo(chart('task'), { type: 'overlay.returned' }),
  },
  delays: { tick: tickMs, tipSwitch: 40_000, farewell: 600 },
});

const asOpened = ({ event }: { event: OverlayOpened }) => ({
  counter: event.counter ?? false,
  away: event.away ?? false,
});

const progress = overlaySetup.createStateConfig({
  initial: 'climbing',
  states: {
    climbing: {
      meta: { view: 'the bar climbs' },
      after: {
        tick: [
          { guard: 'isNextAtHold', target: 'holding', actions: 'advance', meta: { req: 'R17' } },
          { target: 'climbing', reenter: true, actions: 'advance', meta: { req: 'R17' } },
        ],
      },
    },
    holding: {
      meta: { view: 'the bar waits at 98 %' },
      after: {
        tick: { target: 'holding', reenter: true, actions: 'countOn', meta: { req: 'R17' } },
      },
    },
  },
});

const sight = overlaySetup.createStateConfig({
  initial: 'shown',
  states: {
    shown: {
      meta: { view: 'covers the page' },
      on: {
        'overlay.left': { target: 'away', actions: 'tellLeft', meta: { req: 'R72' } },
      },
    },
    away: {
      meta: { view: 'counts unseen, the page is free' },
      on: {
        'overlay.returned': { target: 'shown', actions: 'tellReturned', meta: { req: 'R72' } },
      },
    },
  },
});

const tips = overlaySetup.createStateConfig({
  initial: 'first',
  states: {
    first: {
      meta: { view: 'the first tip' },
      after: { tipSwitch: { target: 'second', meta: { req: 'R16' } } },
    },
    second: { meta: { view: 'the second tip' } },
  },
});

/** The loading overlay (R16, R17), driven by the clock until something honest measures (R72). */
export const overlayMachine = overlaySetup.createMachine({
  id: 'overlay',
  options: { maxIterations: 1000 },
  context: closed,
  initial: 'hidden',
  on: {
    'overlay.opened': [
      {
        guard: { type: 'isAway', params: asOpened },
        target: ['.open.sight.away', '.open.progress', '.open.tips'],
        actions: { type: 'begin', params: asOpened },
        meta: { req: 'R71' },
      },
      { target: '.open', actions: { type: 'begin', params: asOpened }, meta: { req: 'R16' } },
    ],
  },
  states: {
    hidden: { meta: { view: 'nothing' } },
    open: {
      type: 'parallel',
      on: {
        'overlay.measured': {
          actions: { type: 'measure', params: ({ event }) => event },
          meta: { req: 'R72' },
        },
        'overlay.finished': { target: 'finishing', meta: { req: 'R17' } },
        'overlay.closed': { target: 'hidden', meta: { req: 'ours' } },
      },
      states: { sight, progress, tips },
    },
    finishing: {
      entry: 'fill',
      meta: { view: 'the bar is full' },
      after: { farewell: { target: 'hidden', meta: { req: 'R17' } } },
    },
  },
});
