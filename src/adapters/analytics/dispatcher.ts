import type { Allowed, Purpose } from '../../../machines/model/consent.ts';
import type { Forwarder, LoggedEvent } from './forwarder.ts';
import { type Heard, logEvent } from './log-event.ts';

export type Service = {
  purpose: Purpose;
  /**
   * Loads the service's code; rejects if the browser or a proxy blocks it.
   * @param since time of the first waiting event, in milliseconds
   */
  load: (since: number) => Promise<Forwarder>;
};

type Around = {
  services: readonly Service[];
  /** user id from the cookie `user_info`, null for a guest */
  readUser: () => string | null;
  /** removes what services of that purpose have stored */
  forget: (purpose: Purpose) => Promise<void>;
};

type Told = { event: LoggedEvent; user: string | null };

/**
 * Limit of events that wait for a service to load: one that never loads must not fill the memory.
 */
const mostWaiting = 500;

/** One service: loaded when its purpose is allowed, silent as soon as it is not. */
function createSwitch({ purpose, load }: Service, forget: Around['forget']) {
  let isOn = false;
  let forwarder: Forwarder | null = null;
  let waiting: Told[] = [];
  let step = Promise.resolve();

  async function begin() {
    // the choice may have changed again during the previous step
    if (!isOn || forwarder) return;
    const loaded = await load(waiting[0]?.event.at ?? Date.now()).catch(() => null);
    if (!loaded) return;
    if (!isOn) {
      await loaded.withdraw();
      await forget(purpose).catch(() => {});
      return;
    }
    forwarder = loaded;
    for (const { event, user } of waiting.splice(0)) loaded.forward(event, user);
  }

  function end() {
    waiting = [];
    const withdrawing = forwarder?.withdraw();
    forwarder = null;
    // its code may have stored something after the consent chart cleared the storage
    return async () => {
      await withdrawing;
      if (withdrawing) await forget(purpose).catch(() => {});
    };
  }

  return {
    allow: (isAllowed: boolean) => {
      if (isAllowed === isOn) return;
      isOn = isAllowed;
      const next = isOn ? begin : end();
      step = step.then(next).catch(() => {});
    },
    tell: (told: Told) => {
      if (!isOn) return;
      if (forwarder) forwarder.forward(told.event, told.user);
      else if (waiting.length < mostWaiting) waiting.push(told);
    },
    purpose,
  };
}

export type Dispatcher = {
  hear: (heard: Heard) => void;
  /** Passes waiting events on, because the page is about to close. */
  flush: () => void;
  /** purposes allowed from now on, or null while unknown */
  follow: (allowed: Allowed | null) => void;
};

/**
 * Passes events on to the services that the visitor allowed when they occurred (R55, R77). Events
 * before any consent are never passed on, not even afterwards (decision 0035).
 */
export function createDispatcher({ services, readUser, forget }: Around): Dispatcher {
  const switches = services.map((service) => createSwitch(service, forget));
  let undecided: Heard[] = [];
  let due: Heard[] = [];

  function tell(heard: Heard, allowed: Allowed) {
    const meant = switches.filter(({ purpose }) => allowed[purpose]);
    if (meant.length === 0) return;
    const told: Told = { event: logEvent(heard), user: readUser() };
    for (const one of meant) one.tell(told);
  }

  function decide(heard: Heard) {
    if (heard.allowed) tell(heard, heard.allowed);
    else if (undecided.length < mostWaiting) undecided.push(heard);
  }

  function flush() {
    for (const heard of due.splice(0)) decide(heard);
  }

  return {
    hear: (heard) => {
      // after a sign-in, the cookie is set only after the event (R57)
      if (due.push(heard) === 1) setTimeout(flush);
    },
    flush,
    follow: (allowed) => {
      if (!allowed) return;
      for (const one of switches) one.allow(allowed[one.purpose]);
      const known = undecided;
      undecided = [];
      due = due.map((heard) => ({ ...heard, allowed: heard.allowed ?? allowed }));
      for (const heard of known) tell(heard, allowed);
    },
  };
}
