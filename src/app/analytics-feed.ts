import type { SnapshotFrom } from 'xstate';
import type { consentMachine } from '../../machines/consent/consent.machine.ts';
import { selectAllowed } from '../../machines/consent/consent.selectors.ts';
import { type Allowed, isAnyAllowed, nothing } from '../../machines/model/consent.ts';
import type { ProductEvent } from '../../machines/model/product-event.ts';
import type { Heard } from '../adapters/analytics/log-event.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';
import type { Around } from './start-analytics.ts';

type Settings = Pick<Around, 'config' | 'caller' | 'locale' | 'root' | 'forget'> & {
  /** snapshot of the consent chart, or undefined if it is not running */
  consent: () => SnapshotFrom<typeof consentMachine> | undefined;
};

const retryMs = 30_000;
/**
 * Limit of events before the analytics code is loaded; a page that never becomes idle counts no
 * more than this.
 */
const mostWaiting = 500;

/** Not every browser supports requestIdleCallback. */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act);

/**
 * Receives every product event from the page's start. Loads the code that counts them once the page
 * is idle and there is a receiver: the console outside production, otherwise a service that the
 * visitor allows.
 */
export function createAnalyticsFeed({ config, caller, locale, root, forget, consent }: Settings) {
  const isPrinted = config.runEnv !== 'production';
  let waiting: Heard[] = [];
  let take = (heard: Heard) => {
    if (waiting.length < mostWaiting) waiting.push(heard);
  };
  let isLoading = false;

  const allowed = (): Allowed | null => {
    const snapshot = consent();
    return snapshot ? selectAllowed(snapshot) : nothing;
  };
  /** Events without a receiver are not stored either. */
  const mayBeTold = () => isPrinted || isAnyAllowed(allowed() ?? nothing);
  const mayBeKept = () => mayBeTold() || (config.trackers !== undefined && allowed() === null);

  async function load(onChange: Around['onChange']) {
    try {
      const { startAnalytics } = await import('./start-analytics.ts');
      take = startAnalytics({ config, caller, locale, root, forget, allowed, onChange });
      for (const heard of waiting.splice(0)) take(heard);
    } catch {
      setTimeout(load, retryMs, onChange);
    }
  }

  return {
    hear: (event: ProductEvent) => {
      if (mayBeKept()) {
        take({ event, at: Date.now(), url: location.pathname, allowed: allowed() });
      }
    },
    /** call when the page is shown */
    start: (system: ChartSystem) => {
      const { subscribe } = system.chart('consent').live;
      const look = () => {
        if (!mayBeKept()) waiting = [];
        if (isLoading || !mayBeTold()) return;
        isLoading = true;
        whenIdle(() => load((tell) => subscribe(tell)));
      };
      subscribe(look);
      look();
    },
  };
}
