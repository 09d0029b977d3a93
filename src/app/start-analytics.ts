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
  /** what is allowed now; null while that is not known */
  allowed: () => Allowed | null;
  /** calls whenever that may have changed */
  onChange: (tell: () => void) => void;
};

/** R55: nothing leaves the browser. */
function printEvent(heard: Heard) {
  const { name, parameters } = logEvent(heard);
  console.info(name, parameters);
}

/** R57; a browser that shows no cookies knows no user. */
function readUser(): string | null {
  try {
    return readSession()?.user.id ?? null;
  } catch {
    return null;
  }
}

/** To whom the visitor allows it. */
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

/** Takes the events over, from the first one on. */
export function startAnalytics(around: Around): (heard: Heard) => void {
  const { hear, flush } =
    around.config.runEnv === 'production'
      ? forwardEvents(around)
      : { hear: printEvent, flush: () => {} };
  measureWebVitals((event) =>
    hear({ event, at: Date.now(), url: location.pathname, allowed: around.allowed() }),
  );
  // after the measures, which are told when the page is hidden
  document.addEventListener('visibilitychange', flush);
  addEventListener('pagehide', flush);
  return (heard) => {
    if (isCounted(heard.event)) hear(heard);
  };
}
