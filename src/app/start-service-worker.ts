import type { BatchEvent } from '../../machines/batch/batch.types.ts';
import { lostShareQuery, sharedQuery } from '../../machines/model/shared-photos.ts';
import type { LogPort } from '../../machines/ports/log.port.ts';
import type { ToastRequest } from '../../machines/toast/toast.types.ts';
import { dropOldSharedPhotos, takeSharedPhotos } from '../adapters/storage/shared-photos.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';

type Page = { system: Pick<ChartSystem, 'send'>; isHome: boolean; log: LogPort };

/** Passes the photos that another app has shared to the charts. Nothing is started. */
async function chooseSharedPhotos(system: Page['system']) {
  const files = await takeSharedPhotos();
  if (files.length === 0) return;
  const chosen: BatchEvent = {
    type: 'files.chosen',
    files: files.map((file) => ({ id: crypto.randomUUID(), file, isShared: true })),
  };
  system.send('batch', chosen);
}

const shareLost: ToastRequest = {
  type: 'toast.requested',
  kind: 'warning',
  message: { id: 'toast.shareLost' },
};

/** Removes the query of a share, so that a reload is an ordinary visit. Returns the query. */
function takeShareQuery(): string | null {
  const { search, pathname } = location;
  if (search !== sharedQuery && search !== lostShareQuery) return null;
  history.replaceState(history.state, '', pathname);
  return search;
}

/**
 * Takes the photos that the service worker has stored, and registers the worker. Called when the
 * page's charts run. Only builds contain the worker, and browsers run it only on secure pages.
 */
export async function startServiceWorker({ system, isHome, log }: Page): Promise<void> {
  const query = isHome ? takeShareQuery() : null;
  if (query === lostShareQuery) system.send('toast', shareLost);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const logFailure = (error: unknown) =>
    log.writeLog({
      type: 'log.written',
      level: 'warning',
      name: 'serviceWorker.failed',
      parameters: { msg: String(error) },
    });
  try {
    await dropOldSharedPhotos(Date.now());
    if (isHome) await chooseSharedPhotos(system);
  } catch (error) {
    if (query === sharedQuery) system.send('toast', shareLost);
    logFailure(error);
  }
  await navigator.serviceWorker.register('/service-worker.js').catch(logFailure);
}
