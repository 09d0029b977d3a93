import { expect, type Page } from '@playwright/test';
import type { Stage } from './browser-chart.ts';

/*
 * Acts as another tab of the same browser. It reads and changes only data that both tabs share: the
 * event rows on the device, the Web Lock and the channel of src/adapters/analytics/.
 */

export type OtherTab = {
  /** names of the events on the device, oldest first */
  events: () => Promise<string[]>;
  /** Resolves when no more events are being written. */
  untilStill: () => Promise<void>;
  isLed: () => Promise<boolean>;
};

/**
 * Returns the names of the stored events. The list is empty until the product has created the
 * database. Runs in the tab.
 */
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
  const events = async () => (await tab()).evaluate(read);
  return {
    events,
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
    isLed: async () =>
      (await tab()).evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        return held.some(({ name }) => name === 'analytics');
      }),
  };
};
