import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb';

/** An event as JSON, with the user id and the device id that the collector's answer may name. */
export type EventRow = { json: string; userId: string | null; deviceId: string | null };

/**
 * The number of counted sends for all rows up to the key `through`. Rows with a higher key were
 * never sent.
 */
export type Tried = { through: number; attempts: number };

export type Head = { keys: readonly number[]; rows: readonly EventRow[]; tried: Tried | null };

export type Decide = (head: Head) => { count: number; tried: Tried };

/**
 * Stores event rows with ascending keys. Each method is one transaction. Only `count` reads the
 * whole queue.
 */
export type EventRows = {
  /** Stores the rows. Rejects if no row was stored. */
  add: (rows: readonly EventRow[]) => Promise<void>;
  count: () => Promise<number>;
  /**
   * Returns the oldest rows. `decide` returns the number of rows to take, and the state to store.
   */
  take: (most: number, decide: Decide) => Promise<Head>;
  /** Deletes rows, and stores the send count of the other rows that were sent. */
  settle: (removed: readonly number[], attempts: number) => Promise<void>;
  clear: () => Promise<void>;
};

type Schema = DBSchema & {
  events: { key: number; value: EventRow };
  tried: { key: string; value: Tried };
};

export const analyticsDatabaseName = 'analytics';
const version = 1;
const triedKey = 'head';
const patienceMs = 5000;

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
      // closes this connection, which blocks a page of a newer build, or a deletion of the database
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

type Transaction = { abort: () => void; done: Promise<void> };

/**
 * Limits the time of a storage operation, because a blocked upgrade or a broken disk may never
 * answer. After `ms` milliseconds, the transaction is aborted, so that the write cannot happen
 * later, and the promise rejects.
 */
async function inTime<Value>(
  ms: number,
  work: (begun: <One extends Transaction>(transaction: One) => One) => Promise<Value>,
): Promise<Value> {
  let running: Transaction | null = null;
  const late = new Error('IndexedDB timed out.');
  const { promise, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    try {
      running?.abort();
    } catch {
      // the transaction is already being committed; its rows may then be sent twice with equal
      // insert_ids
    }
    reject(late);
  }, ms);
  const begun = <One extends Transaction>(transaction: One): One => {
    running = transaction;
    transaction.done.catch(() => {});
    if (!isLate) return transaction;
    transaction.abort();
    throw late;
  };
  try {
    return await Promise.race([work(begun), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stores rows in IndexedDB. A call rejects if the browser refuses storage. The next call tries
 * again.
 */
export function createDeviceRows(limitMs = patienceMs): EventRows {
  const open = opener();
  type Begun = <One extends Transaction>(transaction: One) => One;
  const both = async (begun: Begun) => {
    const transaction = begun((await open()).transaction(['events', 'tried'], 'readwrite'));
    return {
      transaction,
      events: transaction.objectStore('events'),
      tried: transaction.objectStore('tried'),
    };
  };
  return {
    add: (rows) =>
      inTime(limitMs, async (begun) => {
        const transaction = begun((await open()).transaction('events', 'readwrite'));
        // A failed request aborts its transaction, so `done` reports the outcome. Waiting for a
        // promise per row would double the cost.
        const store = unwrap(transaction.store) as unknown as IDBObjectStore;
        for (const row of rows) store.add(row);
        await transaction.done;
      }),
    count: () => inTime(limitMs, async () => (await open()).count('events')),
    take: (most, decide) =>
      inTime(limitMs, async (begun) => {
        const { transaction, events, tried } = await both(begun);
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
        return { ...slice(head, taken.count), tried: taken.tried };
      }),
    settle: (removed, attempts) =>
      inTime(limitMs, async (begun) => {
        const { transaction, events, tried } = await both(begun);
        for (const key of removed) void events.delete(key).catch(() => {});
        const before = await tried.get(triedKey);
        if (before) void tried.put({ ...before, attempts }, triedKey).catch(() => {});
        await transaction.done;
      }),
    clear: () =>
      inTime(limitMs, async (begun) => {
        const { transaction, events, tried } = await both(begun);
        void events.clear().catch(() => {});
        void tried.clear().catch(() => {});
        await transaction.done;
      }),
  };
}

const slice = ({ keys, rows }: Head, count: number) => ({
  keys: keys.slice(0, count),
  rows: rows.slice(0, count),
});

export function createMemoryRows(): EventRows & { all: () => EventRow[] } {
  const rows = new Map<number, EventRow>();
  let tried: Tried | null = null;
  let next = 1;
  return {
    all: () => [...rows.values()],
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
      const head: Head = { keys, rows: entries.map(([, row]) => row), tried };
      if (entries.length === 0) return head;
      const taken = decide(head);
      tried = taken.tried;
      return { ...slice(head, taken.count), tried };
    },
    settle: async (removed, attempts) => {
      for (const key of removed) rows.delete(key);
      tried = tried && { ...tried, attempts };
    },
    clear: async () => {
      rows.clear();
      tried = null;
    },
  };
}
