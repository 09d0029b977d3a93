import type { AnyActorRef } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Purpose } from '../../machines/model/consent.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Caller } from '../../machines/model/user.ts';
import { type CountedEvent, isCounted } from '../adapters/analytics/event-catalogue.ts';
import { logEvent } from '../adapters/analytics/log-event.ts';
import { configuredServices } from '../adapters/analytics/services.ts';
import { measureWebVitals } from '../adapters/analytics/web-vitals.ts';
import { readSession } from '../adapters/browser/session-cookies.ts';
import { type Receiver, startServices } from './start-services.ts';

export type Around = {
  config: RuntimeConfig;
  caller: () => Promise<Caller>;
  locale: () => Locale;
  root: () => AnyActorRef;
  forget: (purpose: Purpose) => Promise<void>;
};

/** Prints events to the console and sends nothing, as required outside production (R55). */
const printer: Receiver = {
  follow: () => {},
  hear: (heard) => {
    const { name, parameters } = logEvent(heard);
    console.info(name, parameters);
  },
};

/**
 * Returns the user id from the cookies, or null for a guest or if the browser blocks cookies (R57).
 */
function readUser(): string | null {
  try {
    return readSession()?.user.id ?? null;
  } catch {
    return null;
  }
}

/**
 * Starts counting, or printing outside production.
 * @param tell receives the page's web vitals, which are product events as well
 */
export function startAnalytics(around: Around, tell: (event: CountedEvent) => void): Receiver {
  const { config, caller, locale, root, forget } = around;
  const services = configuredServices(config.trackers ?? {}, { ...config, caller, locale, root });
  const isProduction = config.runEnv === 'production';
  const receiver = isProduction ? startServices({ services, root, readUser, forget }) : printer;
  measureWebVitals(tell);
  return {
    follow: receiver.follow,
    hear: (heard) => {
      if (isCounted(heard.event)) receiver.hear(heard);
    },
  };
}
