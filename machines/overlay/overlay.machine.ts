import { assign, raise, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { isStalled } from '../model/overlay-stage.ts';
import { climbedPercent, expectedPercent, holdPercent } from '../model/progress.ts';
import { failed, ports } from '../port-actors.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
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
};

const nextPercent = ({ percent, elapsedMs, measured }: OverlayContext): number => {
  const nowMs = elapsedMs + tickMs;
  const expected = measured
    ? expectedPercent(measured, nowMs - measured.atMs)
    : climbedPercent(nowMs);
  return Math.max(percent, Math.min(holdPercent, expected));
};

const overlaySetup = setupChart({
  types: {
    context: {} as OverlayContext,
    events: {} as OverlayEvent,
    meta: {} as StateMeta,
  },
  guards: {
    isAway: (_, { away }: { away: boolean }) => away,
    isNextAtHold: ({ context }) => nextPercent(context) >= holdPercent,
    isStalling: (_, { stage }: { stage: OverlayMeasured['stage'] }) => isStalled(stage),
  },
  actors: ports({ streams: ['watchBack'] }).of<NavigationPort>(),
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
        measured: {
          percent,
          atMs: context.elapsedMs,
          remainingMs: measure.remainingMs ?? null,
        },
      };
    }),
    fill: assign({ percent: 100 }),
    close: raise({ type: 'overlay.closed' }),
    tellLeft: sendTo(chart('runs'), { type: 'overlay.left' }),
    tellReturned: sendTo(chart('runs'), { type: 'overlay.returned' }),
    reportFailure: sendRejected(),
  },
  delays: { tick: tickMs, tipSwitch: 40_000, farewell: 600 },
});

const asOpened = ({ event }: { event: OverlayOpened }) => ({
  counter: event.counter ?? false,
  away: event.away ?? false,
});

type Measured = { event: OverlayMeasured };

const measuring = { actions: { type: 'measure', params: ({ event }: Measured) => event } } as const;

const stalling = {
  ...measuring,
  guard: { type: 'isStalling', params: ({ event }: Measured) => event },
  target: 'stalled',
} as const;

const onTheMove = { 'overlay.measured': [stalling, measuring] } as const;

const progress = overlaySetup.createStateConfig({
  initial: 'climbing',
  // handled in every state of the bar, because the end may be reported late, after the connection
  // was lost
  on: { 'overlay.finished': { target: '.full' } },
  states: {
    climbing: {
      meta: { view: 'the bar climbs' },
      on: onTheMove,
      after: {
        tick: [
          { guard: 'isNextAtHold', target: 'holding', actions: 'advance' },
          { target: 'climbing', reenter: true, actions: 'advance' },
        ],
      },
    },
    holding: {
      meta: { view: 'the bar waits at 98 %' },
      on: onTheMove,
      after: {
        tick: { target: 'holding', reenter: true, actions: 'countOn' },
      },
    },
    stalled: {
      meta: { view: 'the bar stands still, and no time is shown' },
      on: {
        'overlay.measured': [
          { ...measuring, guard: stalling.guard },
          { ...measuring, target: 'climbing' },
        ],
      },
      after: {
        tick: { target: 'stalled', reenter: true, actions: 'countOn' },
      },
    },
    full: {
      entry: 'fill',
      meta: { view: 'the bar is full' },
      after: { farewell: { actions: 'close' } },
    },
  },
});

const leaving = { target: 'away', actions: 'tellLeft' } as const;

const sight = overlaySetup.createStateConfig({
  initial: 'shown',
  states: {
    shown: {
      meta: { view: 'covers the page' },
      invoke: {
        id: 'watchBack',
        src: 'watchBack',
        onError: { actions: { type: 'reportFailure', params: failed } },
      },
      on: {
        'overlay.left': leaving,
        'back.pressed': leaving,
      },
    },
    away: {
      meta: { view: 'counts in the background, the page is free' },
      on: {
        'overlay.returned': { target: 'shown', actions: 'tellReturned' },
      },
    },
  },
});

const tips = overlaySetup.createStateConfig({
  initial: 'first',
  states: {
    first: {
      meta: { view: 'the first tip' },
      after: { tipSwitch: { target: 'second' } },
    },
    second: { meta: { view: 'the second tip' } },
  },
});

/**
 * Shows the progress of the current run in an overlay (R16, R17). The clock moves the bar until the
 * server measures the progress (R72).
 */
export const overlayMachine = overlaySetup.createMachine({
  id: 'overlay',
  context: closed,
  initial: 'hidden',
  on: {
    'overlay.opened': [
      {
        guard: { type: 'isAway', params: asOpened },
        target: ['.open.sight.away', '.open.progress', '.open.tips'],
        actions: { type: 'begin', params: asOpened },
      },
      { target: '.open', actions: { type: 'begin', params: asOpened } },
    ],
  },
  states: {
    hidden: { meta: { view: 'nothing' } },
    open: {
      type: 'parallel',
      on: {
        'overlay.closed': { target: 'hidden' },
      },
      states: { sight, progress, tips },
    },
  },
});
