import type { Database } from '../database/database.ts';
import { registerProcess, removeProcesses, renewProcess } from './processes.store.ts';

const renewEveryMs = 5000;
const checkEveryMs = 1000;
/**
 * Time after the last renewal in which this process may work. It is shorter than the lease, so that
 * this process stops its work before another process takes it over.
 */
const trustMs = 20_000;

/** The right of this process to work on what it has claimed. */
export type ProcessLease = {
  /** false if other processes may soon take over the work of this process */
  holds(): boolean;
  /** Calls `lost` each time that this process may no longer work on what it has claimed. */
  onLost(lost: () => void): void;
};

export type OwnProcess = {
  id: string;
  lease: ProcessLease;
  /** Starts to renew the lease. */
  start(): void;
  /** Gives the lease back. Call it when all work has ended. */
  end(): Promise<void>;
};

/**
 * Renews the lease of this process. Its row must exist.
 * @param options.isAlone true if no other process can use the database; its lease is never lost
 */
export function createOwnProcess(options: {
  db: Database;
  id: string;
  roles: readonly string[];
  isAlone: boolean;
  onError: (error: unknown) => void;
}): OwnProcess {
  const { db, id, roles, isAlone, onError } = options;
  const listeners: (() => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  let renewedAt = performance.now();
  let isNotified = false;
  let isEnded = false;

  const holds = () => isAlone || performance.now() - renewedAt < trustMs;

  function notifyLost() {
    if (isNotified) return;
    isNotified = true;
    for (const lost of listeners) lost();
  }

  async function renew(): Promise<void> {
    const sentAt = performance.now();
    try {
      if (!(await renewProcess(db, id)) && !isEnded) {
        // Another process has removed the row, and has taken over the work.
        notifyLost();
        await registerProcess(db, { id, roles });
      }
      renewedAt = Math.max(renewedAt, sentAt);
      isNotified = false;
    } catch (error) {
      if (!isEnded) onError(error);
    }
  }

  return {
    id,
    lease: { holds, onLost: (lost) => void listeners.push(lost) },
    start() {
      if (isAlone) return;
      timers.push(
        // A renewal that gets no answer does not block the next one, which uses another connection.
        setInterval(renew, renewEveryMs).unref(),
        setInterval(() => holds() || notifyLost(), checkEveryMs).unref(),
      );
    },
    async end() {
      isEnded = true;
      for (const timer of timers) clearInterval(timer);
      await removeProcesses(db, [id]);
    },
  };
}
