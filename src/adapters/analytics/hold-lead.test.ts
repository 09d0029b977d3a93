import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLead } from './hold-lead.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Waiting = { begin: () => void; fail: (error: Error) => void };

/** Simulates Web Locks for one name. Requests are served in order, and a lock can be stolen. */
function createLocks() {
  let holder: Waiting | null = null;
  const waiting: Waiting[] = [];
  const next = () => {
    if (holder) return;
    holder = waiting.shift() ?? null;
    holder?.begin();
  };
  const locks = {
    request: (_: string, { signal }: { signal: AbortSignal }, held: () => Promise<void>) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const own: Waiting = {
        begin: () => {
          void held().then(() => {
            if (holder === own) holder = null;
            resolve();
            next();
          });
        },
        fail: reject,
      };
      waiting.push(own);
      signal.addEventListener('abort', () => {
        const index = waiting.indexOf(own);
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(new DOMException('given up', 'AbortError'));
      });
      next();
      return promise;
    },
  };
  const steal = () => {
    const robbed = holder;
    holder = { begin: () => {}, fail: () => {} };
    robbed?.fail(new DOMException('stolen', 'AbortError'));
    return () => {
      holder = null;
      next();
    };
  };
  return { locks: locks as unknown as LockManager, steal };
}

function openTab(locks: LockManager | undefined) {
  const news: string[] = [];
  let freeze = (_: boolean) => {};
  const lead = createLead({
    locks,
    watchFreeze: (frozen) => {
      freeze = frozen;
      return () => {};
    },
  });
  const stop = lead.hold(({ type }) => news.push(type));
  return { freeze: (is: boolean) => freeze(is), lead, news, stop };
}

const settle = () => vi.advanceTimersByTimeAsync(1000);

it('elects one tab, and the next tab when the first one closes', async () => {
  const { locks } = createLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settle();
  expect([first.news, second.news]).toEqual([['lead.gained'], []]);
  first.stop();
  await settle();
  expect([first.news, second.news]).toEqual([['lead.gained'], ['lead.gained']]);
});

it('loses the lead when the lock is stolen, and regains the lead when the lock is free', async () => {
  const { locks, steal } = createLocks();
  const { lead, news } = openTab(locks);
  await settle();
  const free = steal();
  await settle();
  expect([news, lead.holds()]).toEqual([['lead.gained', 'lead.lost'], false]);
  free();
  await settle();
  expect(news).toEqual(['lead.gained', 'lead.lost', 'lead.gained']);
});

it('releases the lead before its page is frozen, and requests it again afterwards', async () => {
  const { locks } = createLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settle();
  first.freeze(true);
  await settle();
  expect([first.news, second.news]).toEqual([['lead.gained', 'lead.lost'], ['lead.gained']]);
  first.freeze(false);
  await settle();
  second.stop();
  await settle();
  expect(first.news.at(-1)).toBe('lead.gained');
});

it('does not become the leader while it is frozen', async () => {
  const { locks } = createLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settle();
  second.freeze(true);
  first.stop();
  await settle();
  expect(second.news).toEqual([]);
  second.freeze(false);
  await settle();
  expect(second.news).toEqual(['lead.gained']);
});

it('leads in every page if the browser has no locks', async () => {
  const { news } = openTab(undefined);
  await settle();
  expect(news).toEqual(['lead.gained']);
});

it('leads independently while it has events that no other page can send', async () => {
  const { locks } = createLocks();
  openTab(locks);
  const { lead, news } = openTab(locks);
  await settle();
  lead.setAlone(true);
  lead.setAlone(false);
  expect([news, lead.holds()]).toEqual([['lead.gained', 'lead.lost'], false]);
});
