import { assign, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { failed, ports } from '../port-actors.ts';
import type { FreshnessPort, PastReload } from '../ports/freshness.port.ts';
import type { FreshnessContext, FreshnessEvent, FreshnessInput } from './freshness.types.ts';
import { type Stake, type StakeChanged, watchStake } from './stake.ts';

const perPathMs = 10_000;

/**
 * Minimum time between two reloads for the same cause, in milliseconds. If a cache returned the old
 * build again, another reload at once would not help.
 */
const perCauseMs = 3_600_000;

const placeOf = (path: string): string => path.replace(/[?#].*$/, '');

type Recalled = { reloads: readonly PastReload[] };

const isRecent = ({ path, cause }: FreshnessContext, past: PastReload): boolean =>
  past.path === placeOf(path) &&
  past.agoMs < (past.cause.id === cause?.id ? perCauseMs : perPathMs);

const freshnessSetup = setupChart({
  types: {
    context: {} as FreshnessContext,
    events: {} as FreshnessEvent,
    input: {} as FreshnessInput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['findNewerBuild', 'recallReloads', 'noteReload'],
      streams: ['watchChunks', 'watchAge'],
    }).of<FreshnessPort>(),
    watchStake,
  },
  guards: {
    isNewer: (_, { build }: { build: string | null }) => build !== null,
    isBroken: ({ context }) => context.cause?.kind === 'broken',
    isHarmless: ({ context: { stake, hasMoved } }) =>
      stake === 'nothing' || (hasMoved && stake === 'kept'),
    isNothing: (_, { stake }: { stake: Stake }) => stake === 'nothing',
    isKept: ({ context }) => context.stake !== 'unkept',
    isRecent: ({ context }, { reloads }: Recalled) =>
      reloads.some((past) => isRecent(context, past)),
  },
  actions: {
    setStake: assign((_, { stake }: { stake: Stake }) => ({ stake })),
    setPath: assign((_, { path }: { path: string }) => ({ path })),
    noteMove: assign({ hasMoved: true }),
    clearMove: assign({ hasMoved: false }),
    setBuild: assign((_, { build }: { build: string | null }) => ({
      cause: build === null ? null : { kind: 'newer' as const, id: build },
    })),
    setChunk: assign((_, { chunk }: { chunk: string }) => ({
      cause: { kind: 'broken' as const, id: chunk },
    })),
    /**
     * sets the stake to `kept` if the stake cannot be observed, because a reload might then
     * interrupt work
     */
    loseStake: assign({ stake: 'kept' }),
    reportFailure: sendRejected(),
    clearCause: assign({ cause: null }),
    reload: sendTo(chart('document'), ({ context: { path } }) => ({
      type: 'document.requested',
      path,
    })),
  },
});

const stake = ({ event }: { event: StakeChanged }) => event;
const found = ({ event }: { event: { output: { build: string | null } } }) => event.output;
const recalled = ({ event }: { event: { output: readonly PastReload[] } }): Recalled => ({
  reloads: event.output,
});

const reported = { type: 'reportFailure', params: failed } as const;

const look = { target: '#freshness.looking' } as const;

const lookForChunk = {
  target: '#freshness.looking',
  actions: {
    type: 'setChunk',
    params: ({ event }: { event: { chunk: string } }) => event,
  },
} as const;

const setPath = {
  type: 'setPath',
  params: ({ event }: { event: { path: string } }) => event,
} as const;

/**
 * Reactions to a move to another page. If the visitor's work is stored, the page is reloaded at
 * this moment.
 */
const moved = [
  { guard: 'isKept', target: '#freshness.recalling', actions: [setPath, 'noteMove'] },
  { actions: setPath },
] as const;

/** Waits, because the visitor is busy or has just become busy. */
const busy = { target: '#freshness.waiting' } as const;

const kept = { actions: { type: 'setStake', params: stake } } as const;

/**
 * Checks that all code of this page is available and of the newest build (R63). If not, the page is
 * reloaded as soon as a reload costs the visitor nothing, otherwise at the next page change. The
 * page is never reloaded twice within an hour for the same cause.
 */
export const freshnessMachine = freshnessSetup.createMachine({
  id: 'freshness',
  context: ({ input: { path } }) => ({ path, stake: 'kept', cause: null, hasMoved: false }),
  invoke: [
    {
      id: 'watchStake',
      src: 'watchStake',
      onError: { actions: ['loseStake', reported] },
    },
    {
      id: 'watchChunks',
      src: 'watchChunks',
      onError: { actions: reported },
    },
    { id: 'watchAge', src: 'watchAge', onError: { actions: reported } },
  ],
  initial: 'watching',
  on: {
    'stake.changed': kept,
    'location.changed': { actions: setPath },
    'document.left': { target: '.leaving' },
  },
  states: {
    watching: {
      entry: 'clearCause',
      meta: { view: 'nothing visible' },
      on: { 'look.due': look, 'connection.restored': look, 'chunk.failed': lookForChunk },
    },
    looking: {
      entry: 'clearMove',
      meta: { view: 'nothing visible' },
      on: { 'chunk.failed': { actions: lookForChunk.actions } },
      invoke: {
        id: 'findNewerBuild',
        src: 'findNewerBuild',
        onDone: [
          {
            guard: { type: 'isNewer', params: found },
            target: 'deciding',
            actions: { type: 'setBuild', params: found },
          },
          { guard: 'isBroken', target: 'deciding' },
          { target: 'watching' },
        ],
        // no reload without an answer, because a reload could leave the visitor without any page
        onError: { target: 'watching' },
      },
    },
    deciding: {
      meta: { view: 'transient' },
      always: [{ guard: 'isHarmless', target: 'recalling' }, busy],
    },
    recalling: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'recallReloads',
        src: 'recallReloads',
        onDone: [
          { guard: { type: 'isRecent', params: recalled }, target: 'resting' },
          { guard: 'isHarmless', target: 'noting' },
          busy,
        ],
        // without a stored list of reloads, reloading could loop for ever, so the visitor decides
        onError: { target: 'waiting' },
      },
    },
    noting: {
      meta: { view: 'nothing visible' },
      on: {
        'location.changed': { target: 'recalling', actions: setPath },
      },
      invoke: {
        id: 'noteReload',
        src: 'noteReload',
        input: ({ context: { path, cause } }) => cause && { path: placeOf(path), cause },
        onDone: [{ guard: 'isHarmless', target: 'reloading' }, busy],
        onError: { target: 'waiting' },
      },
    },
    reloading: {
      entry: 'reload',
      meta: { view: 'the page, until the browser has reloaded it' },
      // the browser may ask the visitor to confirm the reload; if the visitor stays, the build is
      // checked again after an hour
      on: { 'look.due': look },
    },
    /** The browser is loading another document. A reload now would cancel that navigation. */
    leaving: {
      meta: { view: 'the page, until the browser has loaded the next one' },
      on: {
        'look.due': look,
        'location.changed': { target: 'watching', actions: setPath },
      },
    },
    waiting: {
      entry: 'clearMove',
      initial: 'told',
      on: {
        'stake.changed': [
          {
            guard: { type: 'isNothing', params: stake },
            target: 'recalling',
            actions: { type: 'setStake', params: stake },
          },
          kept,
        ],
        'location.changed': moved,
      },
      states: {
        told: {
          meta: { view: 'a note why the page should be reloaded, and a button for it' },
          on: {
            'reload.pressed': { target: '#freshness.reloading' },
            'reloadNote.dismissed': { target: 'dismissed' },
          },
        },
        dismissed: { meta: { view: 'nothing visible: the page is reloaded later' } },
      },
    },
    /** an earlier reload for this cause did not help, so the page waits */
    resting: {
      entry: 'clearMove',
      meta: { view: 'nothing visible' },
      on: {
        'look.due': look,
        'connection.restored': look,
        'chunk.failed': lookForChunk,
        'location.changed': moved,
      },
    },
  },
});
