import {
  createMemoryRows,
  type Decide,
  type EventRow,
  type EventRows,
  type Head,
} from './event-rows.ts';

type World = {
  device: EventRows;
  now: () => number;
  /**
   * called when the device begins to accept or to refuse writes; `isKept` is true if new events
   * survive the page
   */
  tell: (isKept: boolean) => void;
};

/** pause in milliseconds before a refused write is tried again */
const refusedMs = 5000;
/**
 * Time limit in milliseconds for which events in memory wait until older events on the device are
 * sent.
 */
const orderMs = 30_000;

/**
 * Stores events on the device. Events that the device refuses wait in memory, and move to the
 * device when it accepts writes again.
 */
export function createTieredRows({ device: given, now, tell }: World) {
  /**
   * called when the events of an earlier page are deleted from the device; before that, the device
   * may hold events from before an opt-out
   */
  let whenEmpty: (() => void) | null = null;
  const emptied = async () => {
    if (!whenEmpty) return;
    await given.clear();
    whenEmpty();
    whenEmpty = null;
  };
  const device: EventRows = {
    add: (rows) => emptied().then(() => given.add(rows)),
    count: () => emptied().then(() => given.count()),
    take: (most, decide) => emptied().then(() => given.take(most, decide)),
    settle: given.settle,
    clear: given.clear,
  };
  const memory = createMemoryRows();
  let isKept: boolean | null = null;
  let hasWorked = false;
  let refusedAt = 0;
  let failingSince: number | null = null;
  /** true while events from memory are being sent, which must then not move to the device */
  let isSending = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Executes one operation at a time, so that events stay in order and are stored only once. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const say = (kept: boolean) => {
    if (kept === isKept) return;
    isKept = kept;
    tell(kept);
  };
  const works = () => {
    hasWorked = true;
    failingSince = null;
    say(true);
  };
  const fails = () => {
    refusedAt = now();
    failingSince ??= refusedAt;
    say(false);
  };
  // if the clock is changed, the next try can only come earlier
  const since = (at: number) => Math.abs(now() - at);
  /**
   * true if events in memory must wait, because the device holds older events and may recover soon
   */
  const isToWait = () =>
    hasWorked && failingSince !== null && since(failingSince) < orderMs && memory.all().length > 0;
  const mayMove = () => !isSending && (failingSince === null || since(refusedAt) >= refusedMs);

  async function add(added: readonly EventRow[]): Promise<void> {
    if (mayMove()) {
      try {
        await device.add([...memory.all(), ...added]);
        await memory.clear();
        works();
        return;
      } catch {
        fails();
      }
    }
    await memory.add(added);
  }

  async function fromDevice(most: number, decide: Decide): Promise<Head | null> {
    try {
      const head = await device.take(most, decide);
      hasWorked = true;
      return head.rows.length > 0 ? head : null;
    } catch (error) {
      fails();
      if (isToWait()) throw error;
      return null;
    }
  }

  return {
    /** Adds events. Never rejects, because events that the device refuses wait in memory. */
    add: (added: readonly EventRow[]) => inTurn(() => add(added)),
    count: () =>
      inTurn(async () => {
        const waiting = memory.all().length;
        try {
          const kept = await device.count();
          if (waiting === 0) works();
          return kept + waiting;
        } catch {
          fails();
          return waiting;
        }
      }),
    /** @param hasDevice false if another tab sends the events stored on the device */
    take: (most: number, hasDevice: boolean, decide: Decide) =>
      inTurn(async () => {
        if (memory.all().length > 0 && mayMove()) await add([]);
        const kept = hasDevice ? await fromDevice(most, decide) : null;
        if (kept) return { ...kept, source: device };
        if (!hasDevice && isToWait()) return { keys: [], rows: [], tried: null, source: device };
        const head = await memory.take(most, decide);
        isSending = head.rows.length > 0;
        return { ...head, source: memory as EventRows };
      }),
    settle: (source: EventRows, removed: readonly number[], attempts: number) =>
      inTurn(async () => {
        await source.settle(removed, attempts);
        if (source === memory) isSending = false;
      }),
    /** Called when this page will not send the batch that it took. */
    release: () => {
      isSending = false;
    },
    /**
     * Deletes the events of an earlier page as soon as the device allows the deletion, and then
     * accepts new events.
     */
    renew: (done: () => void) =>
      inTurn(async () => {
        whenEmpty = done;
        await emptied().catch(fails);
      }),
    /** Deletes all events. Rejects if the device may still hold events. */
    clear: () =>
      inTurn(async () => {
        isSending = false;
        await memory.clear();
        await device.clear();
      }),
  };
}
