/** Locks held by one tab at a time. A lock is free again when its tab is closed or has crashed. */
export type TabLocks = {
  /** true if this tab holds the lock now; false if another tab holds it */
  tryHold: (name: string) => Promise<boolean>;
  letGo: (name: string) => void;
  /** waits until no other tab holds the lock; rejects if `signal` aborts first */
  untilFree: (name: string, signal: AbortSignal) => Promise<void>;
};

/** Null without `manager`, as in browsers before 2022 and on pages without https. */
export function createTabLocks(manager: LockManager | undefined): TabLocks | null {
  if (!manager) return null;
  const releases = new Map<string, () => void>();
  const request = (name: string) =>
    new Promise<boolean>((resolve, reject) => {
      const keep = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock && new Promise<void>((release) => releases.set(name, release));
      };
      manager.request(name, { ifAvailable: true }, keep).catch(reject);
    });
  return {
    tryHold: async (name) => releases.has(name) || request(name),
    letGo: (name) => {
      releases.get(name)?.();
      releases.delete(name);
    },
    untilFree: async (name, signal) => {
      await manager.request(name, { signal }, () => {});
    },
  };
}

export const photoLock = (id: string) => `photo:${id}`;
