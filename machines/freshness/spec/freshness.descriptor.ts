import type { PastReload } from '../../ports/freshness.port.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { offline, rejecting, storageRefused } from '../../testing/samples.ts';
import { freshnessMachine } from '../freshness.machine.ts';

const newer = { kind: 'newer', id: 'two' } as const;
const broken = { kind: 'broken', id: 'assets/a.js' } as const;
const past = (reload: Partial<PastReload>): readonly PastReload[] => [
  { path: '/', cause: newer, agoMs: 60_000, ...reload },
];

const fault = { 'a fault': new Error('a fault') };
const noStorage = { 'no storage': rejecting(storageRefused) };

/**
 * The stored reloads of this tab. With the reloads `in vain`, the chart must not reload again for
 * the same cause.
 */
const reloads: Readonly<Record<string, readonly PastReload[]>> = {
  none: [],
  'of another page': past({ path: '/terms', agoMs: 0 }),
  'of this page, for something else, a minute ago': past({ cause: { ...newer, id: 'one' } }),
  'of this page, seconds ago, in vain': past({ cause: { ...newer, id: 'one' }, agoMs: 9999 }),
  'of this page, for this build, a minute ago, in vain': past({}),
  'of this page, for this chunk, a minute ago, in vain': past({ cause: broken }),
  'of this page, for this build, an hour ago': past({ agoMs: 3_600_000 }),
};

/** True if these reloads forbid another reload. */
const isInVain = (output: unknown, path: string, causeId: string | undefined): boolean =>
  (output as readonly PastReload[]).some(
    (one) =>
      one.path === path &&
      (one.agoMs < 10_000 || (one.cause.id === causeId && one.agoMs < 3_600_000)),
  );

export const freshnessDescriptor = describeChart<typeof freshnessMachine>({
  machine: freshnessMachine,
  inputs: { 'the home page': { path: '/?from=mail#top' } },
  people: { 'reload.pressed': {}, 'reloadNote.dismissed': {} },
  charts: {
    'location.changed': { 'the home page': { path: '/' }, 'the terms': { path: '/terms' } },
    'connection.restored': {},
    'document.left': {},
  },
  actors: {
    watchStake: {
      sends: {
        'nothing is at stake': { type: 'stake.changed', stake: 'nothing' },
        'a photo is chosen': { type: 'stake.changed', stake: 'kept' },
        'a dialog is open': { type: 'stake.changed', stake: 'unkept' },
      },
      error: fault,
    },
    watchChunks: {
      sends: { 'a chunk is gone': { type: 'chunk.failed', chunk: broken.id } },
      error: fault,
    },
    watchAge: { sends: { 'an hour has passed': { type: 'look.due' } }, error: fault },
    findNewerBuild: {
      done: { 'nothing newer': { build: null }, 'a newer one': { build: newer.id } },
      error: { offline: rejecting(offline) },
    },
    recallReloads: { done: reloads, error: noStorage },
    noteReload: { done: {}, error: noStorage },
  },
  reads: ({ path, stake, cause, hasMoved }) => [
    ...[path.replace(/[?#].*$/, ''), stake, cause?.id, hasMoved],
  ],
  laws: {
    'an automatic reload never interrupts the work of the visitor': {
      holds: ({ now: { context }, event, told }) =>
        told.every(({ to }) => to !== 'document') ||
        event?.type === 'reload.pressed' ||
        context.stake === 'nothing' ||
        (context.stake === 'kept' && context.hasMoved),
      brokenBy: (machine) => machine.provide({ guards: { isHarmless: () => true } }),
    },
    'no path is reloaded twice within ten seconds, or for the same cause within an hour': {
      holds: ({ now: { context }, event, asked }) =>
        event?.type !== 'xstate.done.actor.recallReloads' ||
        !isInVain(event.output, context.path.replace(/[?#].*$/, ''), context.cause?.id) ||
        asked.every(({ id }) => id !== 'noteReload'),
      brokenBy: (machine) => machine.provide({ guards: { isRecent: () => false } }),
    },
    'a reload is stored before it happens, unless the visitor pressed the button': {
      holds: ({ event, told }) =>
        told.every(({ to }) => to !== 'document') ||
        ['reload.pressed', 'xstate.done.actor.noteReload'].includes(String(event?.type)),
      brokenBy:
        'freshness.recalling on onDone of recallReloads: to #freshness.reloading instead of noting',
    },
    'no page is reloaded while the server is unreachable': {
      holds: ({ event, now }) =>
        event?.type !== 'xstate.error.actor.findNewerBuild' || now.matches('watching'),
      brokenBy:
        'freshness.looking on onError of findNewerBuild: to #freshness.looking instead of watching',
    },
  },
});
