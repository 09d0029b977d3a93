/**
 * Locks that one tab at a time can hold. The browser releases a lock when its tab is closed or has
 * crashed.
 */
export type TabLocks = {
  /**
   * resolves with true if this tab holds the lock now, and with false if another tab holds the lock
   */
  tryHold: (name: string) => Promise<boolean>;
  letGo: (name: string) => void;
  /** waits until no other tab holds the lock; rejects if `signal` aborts first */
  untilFree: (name: string, signal: AbortSignal) => Promise<void>;
};

/**
 * Creates the locks of this tab. Returns null if `manager` is missing, as in browsers before 2022
 * and on pages without https.
 */
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
