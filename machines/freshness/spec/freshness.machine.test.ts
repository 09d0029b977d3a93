import { expect, it } from 'vitest';
import { type EventObject, fromCallback } from 'xstate';
import type { PastReload } from '../../ports/freshness.port.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { freshnessMachine } from '../freshness.machine.ts';
import { selectReloadNote } from '../freshness.selectors.ts';
import type { FreshnessEvent } from '../freshness.types.ts';
import type { Stake } from '../stake.ts';

type World = {
  /** `build` is the server's newer build, null if the page has the newest build, or `no answer` */
  build: string | null | 'no answer';
  reloads: PastReload[];
  stake: Stake;
  remembers: boolean;
};

const path = '/de/record?x=1';
const reload = { type: 'document.requested', path };

async function start(changes: Partial<World> = {}) {
  const world: World = { build: null, reloads: [], stake: 'nothing', remembers: true, ...changes };
  const unlessForgetful = async <Value>(act: () => Value): Promise<Value> => {
    if (!world.remembers) throw new PortError({ reason: 'unsupported' });
    return act();
  };
  const silent = fromCallback<EventObject, void>(() => {});
  const logic = freshnessMachine.provide({
    actors: {
      watchStake: fromCallback(({ sendBack }) => {
        sendBack({ type: 'stake.changed', stake: world.stake });
      }),
      watchChunks: silent,
      watchAge: silent,
      findNewerBuild: callActor(async () => {
        if (world.build === 'no answer') throw new PortError({ reason: 'offline' });
        return { build: world.build };
      }),
      recallReloads: callActor<void, readonly PastReload[]>(() =>
        unlessForgetful(() => world.reloads),
      ),
      noteReload: callActor(async (noted) =>
        unlessForgetful(() => {
          if (noted) world.reloads.push({ ...noted, agoMs: 0 });
        }),
      ),
    },
  });
  const { root, told } = startAmongOthers('freshness', logic, { input: { path } });
  const actor = chartRef(root.system, 'freshness');
  if (!actor) throw new Error('The chart did not start');
  await settle();
  return {
    world,
    send: async (...events: FreshnessEvent[]) => {
      for (const event of events) {
        actor.send(event);
        await settle();
      }
    },
    reloads: () => told('document'),
    note: () => selectReloadNote(actor.getSnapshot()),
  };
}

const look = { type: 'look.due' } as const;
const chunkGone = { type: 'chunk.failed', chunk: 'assets/a.js' } as const;
const stakeIs = (stake: Stake) => ({ type: 'stake.changed', stake }) as const;
const moveTo = (to: string) => ({ type: 'location.changed', path: to }) as const;

it('keeps a page of the newest build unchanged', async () => {
  const page = await start();
  await page.send(look, { type: 'connection.restored' });
  expect([page.reloads(), page.note()]).toEqual([[], null]);
});

it.each([
  ['an hour has passed', look],
  ['the connection is back', { type: 'connection.restored' }],
  ['a chunk is gone', chunkGone],
] as const)(
  'a newer build is loaded at once if nothing is at stake: %s (R63)',
  async (_, event) => {
    const page = await start({ build: 'two' });
    await page.send(event);
    expect(page.reloads()).toEqual([reload]);
    expect(page.world.reloads).toEqual([
      { path: '/de/record', cause: { kind: 'newer', id: 'two' }, agoMs: 0 },
    ]);
  },
);

it('reloads for a missing chunk, even without a newer build', async () => {
  const page = await start();
  await page.send(chunkGone);
  expect(page.reloads()).toEqual([reload]);
  expect(page.world.reloads[0]?.cause).toEqual({ kind: 'broken', id: 'assets/a.js' });
});

it.each([
  ['before the chunk is missed', [{ type: 'document.left' }, chunkGone]],
  ['after it', [chunkGone, { type: 'document.left' }, stakeIs('nothing')]],
] as const)('does not reload a page that the browser is leaving, %s (R63)', async (_, events) => {
  const page = await start({ build: 'two', stake: 'kept' });
  await page.send(...events);
  expect([page.reloads(), page.note()]).toEqual([[], null]);
  await page.send(stakeIs('kept'), moveTo('/de'), look);
  expect(page.note()).toBe('newer');
});

it('keeps the page while the server is unreachable', async () => {
  const page = await start({ build: 'no answer' });
  await page.send(chunkGone);
  page.world.build = null;
  await page.send({ type: 'connection.restored' });
  expect([page.reloads(), page.note()]).toEqual([[], null]);
});

it.each(['kept', 'unkept'] as const)(
  'waits and shows a note while the stake is %s, and continues when it is nothing',
  async (stake) => {
    const page = await start({ build: 'two', stake });
    await page.send(look);
    expect([page.reloads(), page.note()]).toEqual([[], 'newer']);
    await page.send(stakeIs('nothing'));
    expect([page.reloads(), page.note()]).toEqual([[reload], null]);
  },
);

it('reloads with the next page while a photo is stored, to the chosen page', async () => {
  const page = await start({ build: 'two', stake: 'kept' });
  await page.send(look, moveTo('/de'));
  expect(page.reloads()).toEqual([{ type: 'document.requested', path: '/de' }]);
});

it('does not reload at a page change if work would be lost', async () => {
  const page = await start({ build: 'two', stake: 'unkept' });
  await page.send(look, moveTo('/de'));
  expect([page.reloads(), page.note()]).toEqual([[], 'newer']);
  await page.send(stakeIs('kept'));
  expect(page.reloads()).toEqual([]);
});

it('does not show a dismissed note again, and loads the new build later', async () => {
  const page = await start({ build: 'two', stake: 'kept' });
  await page.send(look, { type: 'reloadNote.dismissed' }, look);
  expect([page.reloads(), page.note()]).toEqual([[], null]);
  await page.send(stakeIs('nothing'));
  expect(page.reloads()).toEqual([reload]);
});

it('loads the new build immediately when the button is pressed', async () => {
  const page = await start({ build: 'two', stake: 'kept' });
  await page.send(look, { type: 'reload.pressed' });
  expect(page.reloads()).toEqual([reload]);
});

it('shows that the page is broken if no newer build can repair it', async () => {
  const page = await start({ stake: 'kept' });
  await page.send(chunkGone);
  expect(page.note()).toBe('broken');
});

const before = (agoMs: number, id: string, where = '/de/record'): PastReload => ({
  path: where,
  agoMs,
  cause: { kind: 'newer', id },
});

it.each<[string, number, PastReload[]]>([
  ['seconds after another reload of the page', 0, [before(9999, 'one')]],
  ['ten seconds after it', 1, [before(10_000, 'one')]],
  ['seconds after one of another page', 1, [before(1, 'two', '/de')]],
  ['when it has been loaded in vain', 0, [before(3_599_999, 'two')]],
  ['an hour later', 1, [before(3_600_000, 'two')]],
])('%s a newer build is loaded %i times (R63)', async (_, times, reloads) => {
  const page = await start({ build: 'two', reloads });
  await page.send(look, look, look);
  expect([page.reloads().length, page.note()]).toEqual([times, null]);
});

it('tries again at the next page if a cache returned the old build', async () => {
  const page = await start({ build: 'two', reloads: [before(60_000, 'two')] });
  await page.send(look, moveTo('/de'));
  expect(page.reloads()).toEqual([{ type: 'document.requested', path: '/de' }]);
});

it('reloads a tab without storage only at a press', async () => {
  const page = await start({ build: 'two', remembers: false });
  await page.send(look);
  expect([page.reloads(), page.note()]).toEqual([[], 'newer']);
  await page.send({ type: 'reload.pressed' });
  expect(page.reloads()).toEqual([reload]);
});
