import type { Move, PageNeeds } from '../../../machines/model/pages.ts';
import type { NavigationPort } from '../../../machines/ports/navigation.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { BackEntries } from './back-entries.ts';
import { unlessRefused } from './unless-refused.ts';

/**
 * Creates the port that navigates through the browser's history.
 * @param prepare loads a page's code and texts
 */
export function createNavigation(prepare: (page: PageNeeds) => Promise<void>): NavigationPort {
  const watchers = new Set<(move: Move) => void>();
  const entries = new BackEntries();
  return {
    navigate: ({ to, replace }, signal) =>
      entries.onPage(() => {
        if (signal.aborted) return;
        unlessRefused('navigate', () =>
          history[replace ? 'replaceState' : 'pushState'](null, '', to),
        );
        for (const tell of watchers) tell(replace ? 'replaced' : 'pushed');
      }),
    watchBack: entries.watchBack,
    watchLocation: (_, emit) => {
      const tell = (move: Move) => {
        const path = location.pathname + location.search + location.hash;
        emit({ type: 'location.changed', path, move });
      };
      const traverse = () => {
        if (entries.arrive() === 'page') tell('traversed');
      };
      watchers.add(tell);
      addEventListener('popstate', traverse);
      return () => {
        watchers.delete(tell);
        removeEventListener('popstate', traverse);
      };
    },
    preparePage: async (page) => {
      try {
        await prepare(page);
      } catch (cause) {
        const reason = navigator.onLine ? 'unexpected' : 'offline';
        throw new PortError({ reason, call: 'preparePage' }, { cause });
      }
    },
    loadDocument: ({ path }) => {
      const isHere = path === location.pathname + location.search + location.hash;
      void entries.onPage(() => {
        // reloads, because assigning the current address would only scroll
        if (isHere) location.reload();
        else location.assign(path);
      });
    },
  };
}
