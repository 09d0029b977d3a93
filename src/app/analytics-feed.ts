import type { SnapshotFrom } from 'xstate';
import type { consentMachine } from '../../machines/consent/consent.machine.ts';
import { selectAllowed } from '../../machines/consent/consent.selectors.ts';
import {
  type Allowed,
  allowedOf,
  isAnyAllowed,
  nothing,
  purposes,
} from '../../machines/model/consent.ts';
import type { CountedEvent } from '../adapters/analytics/event-catalogue.ts';
import type { Heard } from '../adapters/analytics/log-event.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';
import type { Around } from './start-analytics.ts';
import type { Receiver } from './start-services.ts';

type Settings = Around & {
  /** returns the snapshot of the consent chart, or undefined if the chart is not running */
  consent: () => SnapshotFrom<typeof consentMachine> | undefined;
};

const retryMs = 30_000;
/** Limit of stored events, for a page that is busy for ever. */
const mostWaiting = 500;

const everything = allowedOf(purposes);

/**
 * Calls `act` when the page is idle, or later if the browser does not support requestIdleCallback.
 */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act);

/**
 * Receives every product event from the page's start. Events wait until the visitor's choice is
 * known. If the choice allows any purpose, the code that counts events loads when the page is idle.
 */
export function createAnalyticsFeed({ consent, ...around }: Settings) {
  let waiting: Heard[] = [];
  let receiver: Receiver | null = null;
  let followed: Allowed | null = null;
  let isLoading = false;

  /**
   * Returns the allowed purposes, or null while they are unknown. Outside production, events go
   * only to the console, which needs no consent (R55).
   */
  const allowed = (): Allowed | null => {
    if (around.config.runEnv !== 'production') return everything;
    const snapshot = consent();
    return snapshot ? selectAllowed(snapshot) : nothing;
  };

  function pass() {
    const known = allowed();
    if (!known) return;
    waiting = isAnyAllowed(known)
      ? waiting.map((heard) => ({ ...heard, allowed: heard.allowed ?? known }))
      : [];
    if (!receiver) return;
    if (known !== followed) receiver.follow(known, waiting);
    followed = known;
    for (const heard of waiting.splice(0)) receiver.hear(heard);
  }

  function hear(event: CountedEvent) {
    if (waiting.length >= mostWaiting) return;
    waiting.push({ event, at: Date.now(), url: location.pathname, allowed: allowed() });
    // waits, because the cookie with the user's id is written only after the event of a sign-in
    // (R57)
    queueMicrotask(pass);
  }

  async function load() {
    try {
      const { startAnalytics } = await import('./start-analytics.ts');
      receiver = startAnalytics(around, hear);
    } catch {
      setTimeout(load, retryMs);
    }
    pass();
  }

  return {
    hear,
    /** called when the page is shown */
    start: (system: ChartSystem) => {
      const look = () => {
        pass();
        if (isLoading || !isAnyAllowed(allowed() ?? nothing)) return;
        isLoading = true;
        whenIdle(load);
      };
      system.chart('consent').live.subscribe(look);
      look();
    },
  };
}
