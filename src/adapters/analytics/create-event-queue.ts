import type {
  EventBatch,
  EventQueuePort,
  QueueNews,
  SendAnswer,
} from '../../../machines/ports/event-queue.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { batchCut } from './batch-cut.ts';
import { eventJson } from './event-json.ts';
import { createDeviceRows, type EventRow, type EventRows } from './event-rows.ts';
import { createFloodGuard, type Flood } from './flood-guard.ts';
import { createLead } from './hold-lead.ts';
import type { OptOutMark } from './opt-out-mark.ts';
import { createTieredRows } from './tiered-rows.ts';

type Send = (rows: readonly EventRow[], signal: CancelSignal) => Promise<SendAnswer>;

/**
 * Messages between tabs: `added` and `left` are numbers of written and remaining events; the texts
 * report the visitor's choice.
 */
type Word = { added: number } | { left: number } | 'optedOut' | 'optedIn';

type World = Parameters<typeof createLead>[0] & {
  send: Send;
  channel: { postMessage: (word: Word) => void; onmessage: unknown };
  now: () => number;
  /** stores an opt-out for later pages */
  mark: OptOutMark;
  /** a test may pass its own storage and limit */
  device?: EventRows;
  flood?: Flood;
};

export type EventQueue = EventQueuePort & {
  /**
   * Resolves with true when the event is stored, so that a killed page does not lose the event.
   * Resolves with false if the event was refused, because there are too many events or the event
   * cannot be converted. Must not be called after an opt-out.
   */
  enqueue: (event: Readonly<Record<string, unknown>>) => Promise<boolean>;
};

type Held = {
  batch: EventBatch;
  source: EventRows;
  keys: readonly number[];
  rows: readonly EventRow[];
};

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const refused = Promise.resolve(false);

/**
 * Creates the queue of this tab. All events that are added in one task are written in one
 * transaction.
 */
export function createEventQueue(world: World): EventQueue {
  const { send, locks, channel, now, mark } = world;
  const guard = createFloodGuard(now, world.flood);
  const lead = createLead(world);
  const listeners = new Set<(news: QueueNews) => void>();
  const tell = (news: QueueNews) => {
    for (const listener of listeners) listener(news);
  };
  const rows = createTieredRows({
    device: world.device ?? createDeviceRows(),
    now,
    tell: (isKept) => {
      tell({ type: isKept ? 'storage.kept' : 'storage.refused' });
      lead.setAlone(!isKept);
    },
  });
  let queued = 0;
  let burst: { rows: EventRow[]; written: Promise<boolean> } | null = null;
  /** the end of the last write, because events stay in order only if one write runs at a time */
  let last: Promise<unknown> = Promise.resolve();
  let held: Held | null = null;

  const counted = (next: number) => {
    queued = Math.max(0, next);
    tell({ type: 'queue.counted', queued });
  };
  /**
   * Counts the rows exactly, which is slow for a long queue. At other times, the count is updated
   * after writes and removals.
   */
  const recount = async () => counted(await rows.count());
  const refuse = (reason: 'flood' | 'invalid') => {
    tell({ type: 'events.refused', count: 1, reason });
    return refused;
  };

  channel.onmessage = ({ data }: { data: Word }) => {
    if (data === 'optedOut') tell({ type: 'queue.optedOut' });
    else if (data === 'optedIn') tell({ type: 'queue.optedIn' });
    else counted('left' in data ? data.left : queued + data.added);
  };

  async function write(added: readonly EventRow[]): Promise<boolean> {
    await rows.add(added);
    counted(queued + added.length);
    channel.postMessage({ added: added.length });
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
      if (mark.read()) emit({ type: 'queue.optedOut' });
      else void recount();
      return () => listeners.delete(emit);
    },
    holdLead: (_, emit) => lead.hold(emit),
    takeBatch: async ({ most, leaving }) => {
      rows.release();
      const head = await rows.take(most, lead.holds(), batchCut(leaving));
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
      held = { batch, source: head.source, keys: head.keys, rows: head.rows };
      return batch;
    },
    sendBatch: ({ batch }, signal) =>
      held?.batch.first === batch.first
        ? send(held.rows, signal)
        : Promise.reject(new Error('Expected the batch that was taken last, got another one.')),
    settleBatch: async ({ batch, removed, attempts }) => {
      if (held?.batch.first !== batch.first) return { queued };
      const { keys, source } = held;
      const gone = removed === 'all' ? keys : keys.filter((_, index) => removed.includes(index));
      await rows.settle(source, gone, attempts);
      held = null;
      queued = Math.max(0, queued - gone.length);
      // counts again, because a tab that was killed after a write may not have reported the stored
      // events
      if (queued === 0) await recount();
      channel.postMessage({ left: queued });
      return { queued };
    },
    emptyQueue: async () => {
      // if the mark is already set, the other tabs have received the opt-out before
      if (!mark.read()) channel.postMessage('optedOut');
      mark.write(true);
      held = null;
      await last;
      await rows.clear();
      counted(0);
    },
    openQueue: async () => {
      // holds a lock, so that two tabs that open at the same time cannot delete each other's new
      // events
      const clear = async () => {
        if (!mark.read()) return;
        await rows.renew(() => mark.write(false));
        channel.postMessage('optedIn');
      };
      if (locks) await locks.request('analytics-opening', clear).catch(clear);
      else await clear();
      await recount();
    },
  };
}
