import type {
  EventBatch,
  EventQueuePort,
  LeadNews,
  QueueNews,
  SendAnswer,
} from '../../../machines/ports/event-queue.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { eventJson } from './event-json.ts';
import { createDeviceRows, createMemoryRows, type EventRow, type EventRows } from './event-rows.ts';
import { createFloodGuard } from './flood-guard.ts';

type Send = (rows: readonly EventRow[], signal: CancelSignal) => Promise<SendAnswer>;

type World = {
  send: Send;
  /** undefined in browsers before 2022 and pages without https: each page sends for itself */
  locks: LockManager | undefined;
  /** tells the leading tab that another one has written */
  channel: Pick<BroadcastChannel, 'postMessage'> & { onmessage: unknown };
  now: () => number;
  /** tests replace it */
  device?: EventRows;
};

export type EventQueue = EventQueuePort & {
  /**
   * Resolves when the event is kept: from then on a kill does not lose it. False when it was
   * refused: opted out, a flood, unreadable.
   */
  enqueue: (event: Readonly<Record<string, unknown>>) => Promise<boolean>;
};

const lockName = 'analytics';
/** of a batch of a page that is left: browsers refuse more by `keepalive` */
const leavingCharacters = 40_000;

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const refused = Promise.resolve(false);

/** The queue of this tab: events go to the device in one transaction for all of a task (0363). */
export function createEventQueue({ send, locks, channel, now, device }: World): EventQueue {
  const memory = createMemoryRows();
  const onDevice = device ?? createDeviceRows();
  const guard = createFloodGuard(now);
  const listeners = new Set<(news: QueueNews) => void>();
  const leaders = new Set<(news: LeadNews) => void>();
  const tell = (news: QueueNews) => {
    for (const listener of listeners) listener(news);
  };
  let rows = onDevice;
  let isOpen = true;
  let burst: { rows: EventRow[]; written: Promise<boolean> } | null = null;
  /** one write after the other, so that events keep their order */
  let last: Promise<unknown> = Promise.resolve();
  /** what the port's batch stands for; keys of the rows that it holds */
  let held: { batch: EventBatch; keys: readonly number[]; rows: readonly EventRow[] } | null = null;

  /** The rest of this page lives in memory; what the device has is sent by a later page. */
  const degrade = () => {
    if (rows === memory) return;
    rows = memory;
    held = null;
    tell({ type: 'storage.refused' });
    // nobody else can send what only this page has
    for (const listener of leaders) listener({ type: 'lead.gained' });
  };
  const recount = async () => tell({ type: 'queue.counted', queued: await rows.count() });
  channel.onmessage = () => void recount().catch(degrade);

  async function write(added: readonly EventRow[]): Promise<boolean> {
    if (!isOpen) return false;
    try {
      await rows.add(added);
    } catch {
      degrade();
      await rows.add(added);
    }
    await recount();
    channel.postMessage(null);
    return true;
  }

  function begin() {
    const started: EventRow[] = [];
    const written = last.then(() => {
      burst = null;
      return write(started);
    });
    last = written.catch(() => {});
    return { rows: started, written };
  }

  return {
    enqueue: (event) => {
      const refuse = (reason: 'optedOut' | 'flood' | 'invalid') => {
        tell({ type: 'events.refused', count: 1, reason });
        return refused;
      };
      if (!isOpen) return refuse('optedOut');
      if (!guard.admits()) return refuse('flood');
      const json = eventJson(event);
      if (json === null) return refuse('invalid');
      burst ??= begin();
      burst.rows.push({
        json,
        userId: textOrNull(event.user_id),
        deviceId: textOrNull(event.device_id),
      });
      return burst.written;
    },
    watchQueue: (_, emit) => {
      listeners.add(emit);
      recount().then(
        () => rows === onDevice && emit({ type: 'storage.kept' }),
        () => {
          degrade();
        },
      );
      return () => listeners.delete(emit);
    },
    holdLead: (_, emit) => {
      leaders.add(emit);
      if (!locks || rows === memory) queueMicrotask(() => emit({ type: 'lead.gained' }));
      if (!locks) return () => leaders.delete(emit);
      const control = new AbortController();
      const { promise, resolve } = Promise.withResolvers<void>();
      const lead = () => {
        emit({ type: 'lead.gained' });
        return promise;
      };
      locks.request(lockName, { signal: control.signal }, lead).catch(() => {});
      return () => {
        leaders.delete(emit);
        control.abort();
        resolve();
      };
    },
    takeBatch: async ({ most, leaving }) => {
      const from = rows;
      const head = await from.take(most, ({ keys, rows: found, tried }) => {
        const through = tried?.through ?? 0;
        const isRetried = (keys[0] ?? 0) <= through;
        let characters = 0;
        const fits = found.findIndex(({ json }, index) => {
          characters += json.length;
          const isLater = isRetried && (keys[index] ?? 0) > through;
          return index > 0 && (isLater || (leaving && characters > leavingCharacters));
        });
        const count = fits === -1 ? found.length : fits;
        const end = Math.max(keys[count - 1] ?? 0, isRetried ? through : 0);
        const attempts = (isRetried ? (tried?.attempts ?? 0) : 0) + 1;
        return { count, tried: { through: end, attempts } };
      });
      const [first] = head.keys;
      if (first === undefined) {
        await recount();
        return null;
      }
      const batch = {
        first,
        last: head.keys.at(-1) ?? first,
        count: head.keys.length,
        attempts: head.tried?.attempts ?? 1,
      };
      held = { batch, keys: head.keys, rows: head.rows };
      return batch;
    },
    sendBatch: ({ batch }, signal) =>
      held?.batch.first === batch.first
        ? send(held.rows, signal)
        : Promise.reject(new Error('The batch is not in hand')),
    settleBatch: async ({ batch, removed, attempts }) => {
      if (held?.batch.first !== batch.first) return { queued: await rows.count() };
      const { keys } = held;
      const gone = removed === 'all' ? keys : keys.filter((_, index) => removed.includes(index));
      return { queued: await rows.settle(gone, attempts) };
    },
    emptyQueue: async () => {
      isOpen = false;
      held = null;
      await last;
      await Promise.all([onDevice.clear().catch(() => {}), memory.clear()]);
      await recount().catch(degrade);
    },
    openQueue: async () => {
      isOpen = true;
    },
  };
}
