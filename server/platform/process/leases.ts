import type { Database } from '../database/database.ts';
import { giveUpLease, renewLease, takeLease } from './leases.store.ts';

const leaseMs = 30_000;
const renewEveryMs = 5000;
/** Time after the last renewal in which the work may go on. It is shorter than the lease. */
const trustMs = 20_000;

/** Lets only one process at a time do a piece of work. */
export type Leases = {
  /**
   * Runs the work, unless this or another process does the same work.
   * @param work gets a signal that aborts if another process may begin the same work
   * @param options.restMs time after the work in which only this process may begin it again
   * @returns false if the work was not run
   */
  hold(
    name: string,
    work: (lost: AbortSignal) => Promise<unknown>,
    options?: { restMs: number },
  ): Promise<boolean>;
};

/** Creates the leases of a process. The leases of a process that is lost are free at once. */
export function createLeases(db: Database, processId: string): Leases {
  const held = new Set<string>();

  async function run(
    name: string,
    work: (lost: AbortSignal) => Promise<unknown>,
    restMs: number,
  ): Promise<boolean> {
    const holder = { name, processId };
    let renewedAt = performance.now();
    if (!(await takeLease(db, holder, leaseMs))) return false;
    const lost = new AbortController();
    const renew = async () => {
      const sentAt = performance.now();
      const isHeld = await renewLease(db, holder, leaseMs).catch(() => null);
      if (isHeld) renewedAt = sentAt;
      else if (isHeld === false || sentAt - renewedAt > trustMs) lost.abort();
    };
    const timer = setInterval(renew, renewEveryMs).unref();
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
      if (restMs > 0) await renewLease(db, holder, restMs);
      else await giveUpLease(db, holder);
    }
    return true;
  }

  return {
    async hold(name, work, { restMs } = { restMs: 0 }) {
      if (held.has(name)) return false;
      held.add(name);
      return await run(name, work, restMs).finally(() => held.delete(name));
    },
  };
}
