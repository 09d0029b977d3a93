import { expect, type Page } from '@playwright/test';
import type { Stage } from './browser-chart.ts';
import { noteMadeUp } from './made-up.ts';

/*
 * Another tab of the same browser, by what tabs know of each other: the rows on the device, the Web Lock
 * and the channel of src/adapters/analytics/.
 */

type Word = { left: number } | 'optedOut' | 'optedIn';

export type OtherTab = {
  /** names of the events on the device, oldest first */
  events: () => Promise<string[]>;
  /** The device has so many events from now on, sent so often before. */
  put: (count: number, sends: number) => Promise<void>;
  add: (count: number) => Promise<void>;
  /** Resolves when nobody writes events any more. */
  untilStill: () => Promise<void>;
  say: (word: Word) => Promise<void>;
  /** Takes the lead away from whoever has it. */
  steal: () => Promise<void>;
  /** Gives the lead up; true when it had it. */
  release: () => Promise<boolean>;
  /** whether some tab leads */
  isLed: () => Promise<boolean>;
};

type Rows = { count: number; isMore: boolean; sends: number };

/** Runs in the tab. */
const write = async ({ count, isMore, sends }: Rows): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const opening = indexedDB.open('analytics');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const database = opening.result;
    const transaction = database.transaction(['events', 'tried'], 'readwrite');
    const [events, tried] = [transaction.objectStore('events'), transaction.objectStore('tried')];
    if (!isMore) events.clear();
    if (!isMore) tried.clear();
    for (let n = 1; n <= count; n += 1) {
      const [userId, deviceId] = [`user-${n}`, 'a-device'];
      const event = { event_type: 'walked', user_id: userId, device_id: deviceId };
      const json = JSON.stringify({ ...event, insert_id: crypto.randomUUID(), time: Date.now() });
      events.add({ json, userId, deviceId });
    }
    if (sends > 0) tried.put({ through: Number.MAX_SAFE_INTEGER, attempts: sends }, 'head');
    transaction.oncomplete = () => {
      database.close();
      resolve();
    };
    transaction.onabort = reject;
  };
  await promise;
};

/** Runs in the tab. Before the product has made the database there is nothing in it. */
const read = async (): Promise<string[]> => {
  const isThere = (await indexedDB.databases()).some(({ name }) => name === 'analytics');
  if (!isThere) return [];
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const opening = indexedDB.open('analytics');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const database = opening.result;
    const asked = database.transaction('events').objectStore('events').getAll();
    asked.onsuccess = () => {
      database.close();
      resolve(asked.result.map(({ json }) => JSON.parse(json).event_type));
    };
    asked.onerror = reject;
  };
  return await promise;
};

/** Runs in the tab. */
const steal = async (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: until, resolve: free } = Promise.withResolvers<void>();
  const hold = () => {
    resolve();
    return until;
  };
  Reflect.set(window, '__free', free);
  void navigator.locks.request('analytics', { steal: true }, hold);
  await promise;
};

/** Opened with its first use. */
export const openOtherTab = ({ context, url }: Stage): OtherTab => {
  let opening: Promise<Page> | null = null;
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto(`${url}/robots.txt`);
    return tab;
  };
  const tab = () => {
    opening ??= open();
    return opening;
  };
  /** It changes what the page under test finds. */
  const acting = () => {
    noteMadeUp(context, 'another tab');
    return tab();
  };
  const events = async () => (await tab()).evaluate(read);
  return {
    events,
    put: async (count, sends) => (await acting()).evaluate(write, { count, isMore: false, sends }),
    add: async (count) => (await acting()).evaluate(write, { count, isMore: true, sends: 0 }),
    untilStill: async () => {
      let before = -1;
      const isStill = async () => {
        const { length } = await events();
        const isSame = length === before;
        before = length;
        return isSame;
      };
      await expect.poll(isStill, { timeout: 60_000, intervals: [40] }).toBe(true);
    },
    say: async (word) =>
      (await acting()).evaluate((said) => {
        const channel = new BroadcastChannel('analytics');
        channel.postMessage(said);
        channel.close();
      }, word),
    steal: async () => (await acting()).evaluate(steal),
    release: async () =>
      (await tab()).evaluate(() => {
        const free: undefined | (() => void) = Reflect.get(window, '__free');
        Reflect.deleteProperty(window, '__free');
        free?.();
        return free !== undefined;
      }),
    isLed: async () =>
      (await tab()).evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        return held.some(({ name }) => name === 'analytics');
      }),
  };
};
