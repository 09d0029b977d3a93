import type { NavigationPort } from '../../../machines/ports/navigation.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { unlessRefused } from './unless-refused.ts';

const call = 'navigate';

/**
 * Moves within the page by history, which the router watches. `prepare` loads what the next page
 * needs, so that nothing empty is shown in between; when that fails the browser loads the page
 * itself, which also heals a page that is older than the server's build. Without a network that
 * would put the browser's own error page in the place of ours.
 */
export function createNavigation(prepare: (to: string) => Promise<void>): NavigationPort {
  return {
    navigate: async ({ to, replace }, signal) => {
      try {
        await prepare(to);
      } catch (cause) {
        if (!navigator.onLine) throw new PortError({ reason: 'offline', call }, { cause });
        if (!signal.aborted) location[replace ? 'replace' : 'assign'](to);
        return;
      }
      if (signal.aborted) return;
      unlessRefused(call, () => history[replace ? 'replaceState' : 'pushState'](null, '', to));
      /* As loading a page would; a replaced address is the same page in another language. */
      if (!replace) scrollTo({ top: 0, behavior: 'instant' });
    },
  };
}

/** Calls back with path and query after every change of the address. Gives a clean-up back. */
export function watchLocation(onMove: (path: string) => void): () => void {
  let last = location.pathname + location.search;
  const tell = () => {
    const path = location.pathname + location.search;
    if (path === last) return;
    last = path;
    onMove(path);
  };
  /* The router patches history so that these events exist. */
  const events = ['popstate', 'pushState', 'replaceState'];
  for (const event of events) addEventListener(event, tell);
  return () => {
    for (const event of events) removeEventListener(event, tell);
  };
}
