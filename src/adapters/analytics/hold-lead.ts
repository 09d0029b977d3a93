import type { LeadNews } from '../../../machines/ports/event-queue.port.ts';

type World = {
  /**
   * undefined in browsers before 2022 and on pages without https; each page then sends its own
   * events
   */
  locks: LockManager | undefined;
  /**
   * calls `frozen` before the page is frozen and when it runs again; returns a clean-up function
   */
  watchFreeze?: ((frozen: (is: boolean) => void) => () => void) | undefined;
};

const lockName = 'analytics';
/** pause in milliseconds before a lost lock is requested again */
const pauseMs = 1000;

/**
 * True if the loss of the lock is temporary: another page stole the lock, or this page is frozen.
 * After other errors, each page sends its own events.
 */
const isForNow = (error: unknown) =>
  ['AbortError', 'InvalidStateError'].includes(String((error as { name?: unknown } | null)?.name));

/**
 * Elects the tab that sends the events stored on the device: the tab that holds a Web Lock. The
 * browser releases the lock when the page of that tab closes.
 */
export function createLead({ locks, watchFreeze }: World) {
  let holds = locks === undefined;
  /** true if this page has events that no other page can send */
  let isAlone = false;
  let told = false;
  let listener: ((news: LeadNews) => void) | null = null;

  const tell = () => {
    const leads = holds || isAlone;
    if (!listener || leads === told) return;
    told = leads;
    listener({ type: leads ? 'lead.gained' : 'lead.lost' });
  };
  const set = (is: boolean) => {
    holds = is;
    tell();
  };

  return {
    /** True if this page sends the events stored on the device. */
    holds: () => holds,
    setAlone: (is: boolean) => {
      isAlone = is;
      tell();
    },
    hold: (emit: (news: LeadNews) => void): (() => void) => {
      let isStopped = false;
      let thawed = Promise.withResolvers<void>();
      thawed.resolve();
      let giveUp = () => {};
      listener = emit;
      told = false;
      const holdOnce = async (manager: LockManager) => {
        const control = new AbortController();
        const { promise, resolve } = Promise.withResolvers<void>();
        giveUp = () => {
          control.abort();
          resolve();
        };
        await manager.request(lockName, { signal: control.signal }, () => {
          set(true);
          return promise;
        });
      };
      const ask = async (manager: LockManager) => {
        for (;;) {
          await thawed.promise;
          if (isStopped) return;
          try {
            await holdOnce(manager);
          } catch (error) {
            if (!isForNow(error)) return set(true);
          }
          if (isStopped) return;
          // another page stole the lock, or this page is about to be frozen
          set(false);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      };
      const stopWatching = watchFreeze?.((isFrozen) => {
        thawed.resolve();
        if (!isFrozen) return;
        thawed = Promise.withResolvers();
        giveUp();
      });
      queueMicrotask(tell);
      if (locks) void ask(locks);
      return () => {
        isStopped = true;
        listener = null;
        holds = locks === undefined;
        stopWatching?.();
        thawed.resolve();
        giveUp();
      };
    },
  };
}
