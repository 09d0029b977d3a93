import type { AnyActorRef } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Allowed, Purpose } from '../../machines/model/consent.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Caller } from '../../machines/model/user.ts';
import { createDispatcher } from '../adapters/analytics/dispatcher.ts';
import { isCounted } from '../adapters/analytics/event-catalogue.ts';
import { type Heard, logEvent } from '../adapters/analytics/log-event.ts';
import { configuredServices } from '../adapters/analytics/services.ts';
import { measureWebVitals } from '../adapters/analytics/web-vitals.ts';
import { readSession } from '../adapters/browser/session-cookies.ts';

export type Around = {
  config: RuntimeConfig;
  caller: () => Promise<Caller>;
  locale: () => Locale;
  root: () => AnyActorRef;
  forget: (purpose: Purpose) => Promise<void>;
  /** purposes allowed now, or null while unknown */
  allowed: () => Allowed | null;
  /** calls back whenever `allowed` may have changed */
  onChange: (tell: () => void) => void;
};

/** R55: nothing leaves the browser. */
function printEvent(heard: Heard) {
  const { name, parameters } = logEvent(heard);
  console.info(name, parameters);
}

/** The user id from the cookies, or null if the browser blocks them (R57). */
function readUser(): string | null {
  try {
    return readSession()?.user.id ?? null;
  } catch {
    return null;
  }
}

/** Forwards events to the services that the visitor allows. */
function forwardEvents({ config, caller, locale, root, forget, allowed, onChange }: Around) {
  const { hear, flush, follow } = createDispatcher({
    services: configuredServices(config.trackers ?? {}, { ...config, caller, locale, root }),
    readUser,
    forget,
  });
  onChange(() => follow(allowed()));
  follow(allowed());
  return { hear, flush };
}

/** Returns the function that takes over the events, starting with the first one. */
export function startAnalytics(around: Around): (heard: Heard) => void {
  const { hear, flush } =
    around.config.runEnv === 'production'
      ? forwardEvents(around)
      : { hear: printEvent, flush: () => {} };
  measureWebVitals((event) =>
    hear({ event, at: Date.now(), url: location.pathname, allowed: around.allowed() }),
  );
  // after the web vitals, which are reported when the page is hidden
  document.addEventListener('visibilitychange', flush);
  addEventListener('pagehide', flush);
  return (heard) => {
    if (isCounted(heard.event)) hear(heard);
  };
}
