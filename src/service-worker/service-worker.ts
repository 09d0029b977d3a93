import { detectLocale, type Locale } from '../../machines/model/locale.ts';
import { lostShareQuery, sharedQuery, sharePath } from '../../machines/model/shared-photos.ts';
import { putSharedPhotos } from '../adapters/storage/shared-photos.ts';
import { type OfflineWords, offlinePage } from './offline-page.ts';
import { readShare } from './read-share.ts';

/*
 * The service worker. It stores shared photos, and shows a page when a page cannot be loaded. It
 * caches no pages and no files, so that no visitor gets an outdated page, and it answers nothing
 * but navigations.
 */
declare const self: ServiceWorkerGlobalScope;
/** set by tools/build/service-worker.ts */
declare const __OFFLINE_WORDS__: Record<Locale, OfflineWords>;

/** Returns the language of the page at the path as the server would, which redirects `/`. */
async function localeFor(path: string): Promise<Locale> {
  const cookie = await self.cookieStore?.get('lightwell_lang');
  return detectLocale(path, { cookie: cookie?.value ?? null, browser: navigator.languages });
}

async function loadPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    const { pathname, search } = new URL(request.url);
    const locale = await localeFor(pathname + search);
    return offlinePage(locale, __OFFLINE_WORDS__[locale], { isOnline: navigator.onLine });
  }
}

async function receivePhotos(request: Request): Promise<Response> {
  let query = sharedQuery;
  try {
    await putSharedPhotos(await readShare(request), Date.now());
  } catch {
    // the home page says that the photos are missing
    query = lostShareQuery;
  }
  return Response.redirect(`/${query}`, 303);
}

// A new worker takes over at once, because it shares no files with pages of an older build.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

// The browser requests a page while the worker starts.
self.addEventListener('activate', (event) =>
  event.waitUntil(self.registration.navigationPreload?.enable()),
);

self.addEventListener('fetch', (event) => {
  const { mode, destination, method, url } = event.request;
  if (mode !== 'navigate' || destination !== 'document') return;
  if (method === 'GET') event.respondWith(loadPage(event));
  else if (method === 'POST' && new URL(url).pathname === sharePath)
    event.respondWith(receivePhotos(event.request));
});
