import type { BatchEvent } from '../../machines/batch/batch.types.ts';
import { lostShareQuery } from '../../machines/model/shared-photos.ts';
import type { LogPort } from '../../machines/ports/log.port.ts';
import type { ToastRequest } from '../../machines/toast/toast.types.ts';
import { takeSharedPhotos } from '../adapters/storage/shared-photos.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';

type Around = { system: Pick<ChartSystem, 'send'>; isHome: boolean; log: LogPort };

/** Passes the photos that another app has shared to the charts, like photos that were chosen. */
async function chooseSharedPhotos(system: Around['system']) {
  const files = await takeSharedPhotos(Date.now());
  if (files.length === 0) return;
  const chosen: BatchEvent = {
    type: 'files.chosen',
    files: files.map((file) => ({ id: crypto.randomUUID(), file })),
  };
  system.send('batch', chosen);
}

/**
 * Tells the visitor that shared photos were not stored. Removes the query, so that a reload does not
 * tell it again.
 */
function reportLostShare(system: Around['system']) {
  if (location.search !== lostShareQuery) return;
  history.replaceState(history.state, '', location.pathname);
  const request: ToastRequest = {
    type: 'toast.requested',
    kind: 'warning',
    message: { id: 'toast.shareLost' },
  };
  system.send('toast', request);
}

/**
 * Takes the photos that the service worker has stored, and registers the worker. Called when the
 * page's charts run. Only builds contain the worker, and browsers run it only on secure pages.
 */
export async function followServiceWorker({ system, isHome, log }: Around): Promise<void> {
  if (isHome) reportLostShare(system);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    if (isHome) await chooseSharedPhotos(system);
    await navigator.serviceWorker.register('/service-worker.js');
  } catch (error) {
    log.writeLog({
      type: 'log.written',
      level: 'warning',
      name: 'serviceWorker.failed',
      parameters: { msg: String(error) },
    });
  }
}
