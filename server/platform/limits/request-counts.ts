import { countRequest } from './limits.store.ts';
import type { SharedLimits } from './shared-limits.ts';

type Count = { current: number; ttl: number };
/** `endsAt` is a time of the clock `now` of this process. */
type Window = { used: number; endsAt: number };

/** Maximum number of windows in memory; the oldest window is removed first. */
const maxWindows = 20_000;

/**
 * Counts requests in the database, for all processes. This process remembers the answers, so that
 * it refuses further requests of a full window without a query, and can count alone while the
 * database is away.
 */
export function createRequestCounts(shared: SharedLimits, now = () => performance.now()) {
  const windows = new Map<string, Window>();

  function openWindow(name: string): Window | undefined {
    const window = windows.get(name);
    return window && window.endsAt > now() ? window : undefined;
  }

  function remember(name: string, window: Window): Count {
    windows.delete(name);
    windows.set(name, window);
    const [oldest] = windows.keys();
    if (windows.size > maxWindows && oldest !== undefined) windows.delete(oldest);
    return { current: window.used, ttl: window.endsAt - now() };
  }

  return async (
    { limit, address }: { limit: string; address: string },
    { windowMs, max }: { windowMs: number; max: number },
  ): Promise<Count> => {
    const name = `${limit} ${shared.nameOf(address)}`;
    const known = openWindow(name);
    if (known && known.used >= max) return { current: max + 1, ttl: known.endsAt - now() };
    const counted = await shared.ask((db) => countRequest(db, { name, windowMs }));
    if (counted) return remember(name, { used: counted.used, endsAt: now() + counted.leftMs });
    const { used, endsAt } = openWindow(name) ?? { used: 0, endsAt: now() + windowMs };
    return remember(name, { used: used + 1, endsAt });
  };
}
