import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** One event as it is sent, with what an answer may name it by. */
export type EventRow = { json: string; userId: string | null; deviceId: string | null };

/** Sends that count, for all rows up to `through`: only the head of the queue was ever tried. */
export type Tried = { through: number; attempts: number };

export type Head = { keys: readonly number[]; rows: readonly EventRow[]; tried: Tried | null };

/** Rows by a growing key. Every method is one transaction; none rewrites the queue. */
export type EventRows = {
  add: (rows: readonly EventRow[]) => Promise<void>;
  count: () => Promise<number>;
  /** The oldest rows; `decide` says how many of them are taken and what is noted of that. */
  take: (most: number, decide: (head: Head) => { count: number; tried: Tried }) => Promise<Head>;
  /** deletes rows, and notes the sends of those that were tried; gives how many are left */
  settle: (removed: readonly number[], attempts: number) => Promise<number>;
  clear: () => Promise<void>;
};

type Schema = DBSchema & {
  events: { key: number; value: EventRow };
  tried: { key: string; value: Tried };
};

export const analyticsDatabaseName = 'analytics';
const version = 1;
const triedKey = 'head';

function opener(): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opening = null;
  };
  const open = async () =>
    openDB<Schema>(analyticsDatabaseName, version, {
      upgrade: (database) => {
        database.createObjectStore('events', { autoIncrement: true });
        database.createObjectStore('tried');
      },
      // a page of a newer build, or a deletion, waits for this connection to close
      blocking: (_current, _blocked, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
  return () => {
    opening ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
}

/** Rows on the device. Rejects when the browser refuses storage; the next call tries again. */
export function createDeviceRows(): EventRows {
  const open = opener();
  const both = async () => {
    const transaction = (await open()).transaction(['events', 'tried'], 'readwrite');
    return {
      transaction,
      events: transaction.objectStore('events'),
      tried: transaction.objectStore('tried'),
    };
  };
  return {
    add: async (rows) => {
      const transaction = (await open()).transaction('events', 'readwrite');
      // a failed request aborts its transaction: `done` alone says how it went
      for (const row of rows) void transaction.store.add(row).catch(() => {});
      await transaction.done;
    },
    count: async () => (await open()).count('events'),
    take: async (most, decide) => {
      const { transaction, events, tried } = await both();
      const [keys, rows, before] = await Promise.all([
        events.getAllKeys(null, most),
        events.getAll(null, most),
        tried.get(triedKey),
      ]);
      const head: Head = { keys, rows, tried: before ?? null };
      if (rows.length === 0) {
        await transaction.done;
        return head;
      }
      const taken = decide(head);
      void tried.put(taken.tried, triedKey).catch(() => {});
      await transaction.done;
      return {
        keys: keys.slice(0, taken.count),
        rows: rows.slice(0, taken.count),
        tried: taken.tried,
      };
    },
    settle: async (removed, attempts) => {
      const { transaction, events, tried } = await both();
      for (const key of removed) void events.delete(key).catch(() => {});
      const before = await tried.get(triedKey);
      if (before) void tried.put({ ...before, attempts }, triedKey).catch(() => {});
      const left = await events.count();
      await transaction.done;
      return left;
    },
    clear: async () => {
      const { transaction, events, tried } = await both();
      void events.clear().catch(() => {});
      void tried.clear().catch(() => {});
      await transaction.done;
    },
  };
}

/** Rows of this page, where the browser keeps nothing. */
export function createMemoryRows(): EventRows {
  const rows = new Map<number, EventRow>();
  let tried: Tried | null = null;
  let next = 1;
  return {
    add: async (added) => {
      for (const row of added) rows.set(next++, row);
    },
    count: async () => rows.size,
    take: async (most, decide) => {
      const entries: [number, EventRow][] = [];
      for (const entry of rows) {
        if (entries.length >= most) break;
        entries.push(entry);
      }
      const keys = entries.map(([key]) => key);
      const values = entries.map(([, row]) => row);
      const head: Head = { keys, rows: values, tried };
      if (entries.length === 0) return head;
      const taken = decide(head);
      tried = taken.tried;
      return { keys: keys.slice(0, taken.count), rows: values.slice(0, taken.count), tried };
    },
    settle: async (removed, attempts) => {
      for (const key of removed) rows.delete(key);
      tried = tried && { ...tried, attempts };
      return rows.size;
    },
    clear: async () => {
      rows.clear();
      tried = null;
    },
  };
}
