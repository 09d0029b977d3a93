import type {
  FreshnessPort,
  PastReload,
  ReloadCause,
} from '../../../machines/ports/freshness.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { toAbortSignal } from '../abort-signal.ts';
import { unlessRefused } from './unless-refused.ts';

const hourMs = 3_600_000;
const patienceMs = 30_000;

const key = 'reloads';
const keptReloads = 20;

type Note = { path: string; cause: ReloadCause; at: number };

const ownBuild = () => document.documentElement.dataset.build ?? null;

/** Returns the build id in a file on the server, or null if the file does not exist. */
async function readBuild(path: string, signal: CancelSignal): Promise<string | null> {
  const call = 'findNewerBuild';
  let response: Response;
  try {
    const limit = AbortSignal.timeout(patienceMs);
    response = await fetch(path, {
      cache: 'no-store',
      signal: AbortSignal.any([toAbortSignal(signal), limit]),
    });
  } catch (cause) {
    throw new PortError({ reason: signal.aborted ? 'cancelled' : 'offline', call }, { cause });
  }
  if (response.status === 404) return null;
  if (!response.ok) throw new PortError({ reason: 'server', msg: `HTTP ${response.status}`, call });
  const body: unknown = await response.json().catch(() => null);
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  if (typeof id !== 'string') throw new PortError({ reason: 'server', msg: 'unreadable', call });
  return id;
}

/**
 * Returns the id of the server's build if it differs from this page's build, or null. The manifest
 * of that build must exist as well, because during a deployment servers of both builds may answer.
 */
async function findNewerBuild(signal: CancelSignal): Promise<string | null> {
  const own = ownBuild();
  if (own === null) return null;
  const latest = await readBuild('/_build/latest.json', signal);
  if (latest === null || latest === own) return null;
  return await readBuild(`/_build/${encodeURIComponent(latest)}.json`, signal);
}

/**
 * Returns the path of the chunk that an error names, such as `Failed to fetch dynamically imported
 * module: https://…/assets/x-1a2b.js`.
 */
const chunkOf = (error: unknown): string =>
  /\/?assets\/[^\s?"']+/.exec(String(error))?.[0] ?? String(error);

/** True if the browser loaded the page from its cache without a network request. */
function isFromCache(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.transferSize === 0 && page.decodedBodySize > 0;
}

const isNote = (value: unknown): value is Note => {
  if (typeof value !== 'object' || value === null) return false;
  const { path, cause, at } = value as Partial<Record<keyof Note, unknown>>;
  return (
    typeof path === 'string' &&
    typeof at === 'number' &&
    typeof cause === 'object' &&
    typeof (cause as Partial<ReloadCause> | null)?.id === 'string'
  );
};

function readNotes(): Note[] {
  const text = sessionStorage.getItem(key) ?? '[]';
  try {
    const notes: unknown = JSON.parse(text);
    return Array.isArray(notes) ? notes.filter(isNote) : [];
  } catch {
    return [];
  }
}

const toPast = ({ path, cause, at }: Note): PastReload => ({
  path,
  cause,
  // never negative, even if the clock was set back
  agoMs: Math.max(0, Date.now() - at),
});

/**
 * Finds the server's newest build, watches this page's chunks, and stores this tab's reloads (R63).
 */
export const browserFreshness: FreshnessPort = {
  findNewerBuild: async (_, signal) => ({ build: await findNewerBuild(signal) }),
  watchChunks: (_, emit) => {
    const hear = (event: Event) => {
      const { payload } = event as Event & { payload?: unknown };
      emit({ type: 'chunk.failed', chunk: chunkOf(payload) });
    };
    addEventListener('vite:preloadError', hear);
    return () => removeEventListener('vite:preloadError', hear);
  },
  watchAge: (_, emit) => {
    let last = Date.now();
    const lookAt = (now: number) => {
      last = now;
      emit({ type: 'look.due' });
    };
    // compares times, because timers stop while the device sleeps
    const look = () => {
      const now = Date.now();
      if (Math.abs(now - last) >= hourMs) lookAt(now);
    };
    const timer = setInterval(look, hourMs / 60);
    document.addEventListener('visibilitychange', look);
    if (isFromCache()) lookAt(last);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  },
  recallReloads: async () => unlessRefused('recallReloads', () => readNotes().map(toPast)),
  noteReload: async (reload) =>
    unlessRefused('noteReload', () => {
      if (!reload) return;
      const notes = [...readNotes(), { ...reload, at: Date.now() }];
      sessionStorage.setItem(key, JSON.stringify(notes.slice(-keptReloads)));
    }),
};
