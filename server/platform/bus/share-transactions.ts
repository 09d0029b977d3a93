import type { Database } from '../database/database.ts';
import type { Bus } from './bus.port.ts';

/** Shortest time between two messages of a process. */
const everyMs = 50;

/** Reports the ends of transactions to the other processes, whose cached reads may be outdated. */
export function shareTransactions(db: Database, bus: Bus, stopping: AbortSignal): void {
  let rest: NodeJS.Timeout | undefined;
  let isUnreported = false;
  let isOwn = false;

  function report() {
    if (rest) {
      isUnreported = true;
      return;
    }
    isOwn = true;
    bus.publish('transactions.ended');
    isOwn = false;
    rest = setTimeout(() => {
      rest = undefined;
      if (!isUnreported) return;
      isUnreported = false;
      report();
    }, everyMs).unref();
  }

  const count = () => {
    if (!isOwn) db.countTransaction();
  };
  bus.subscribe('transactions.ended', { heard: count, missed: count });
  db.onTransactionEnd(report, stopping);
}
