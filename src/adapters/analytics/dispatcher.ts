import type { Allowed, Purpose } from '../../../machines/model/consent.ts';
import type { Forwarder, LoggedEvent } from './forwarder.ts';
import { type Heard, logEvent } from './log-event.ts';

/** One outside service of the configuration. */
export type Service = {
  purpose: Purpose;
  /**
   * Brings its code here; rejects where the browser or somebody on the way refuses it.
   * @param since time of the first event that waits for it, in milliseconds
   */
  load: (since: number) => Promise<Forwarder>;
};

type Around = {
  services: readonly Service[];
  /** the id in the cookie `user_info`, null for a guest */
  readUser: () => string | null;
  /** removes what services of that purpose have stored */
  forget: (purpose: Purpose) => Promise<void>;
};

type Told = { event: LoggedEvent; user: string | null };

/** Events that wait while a service is being loaded; one that never comes must not fill the memory. */
const mostWaiting = 500;

/** One service: loaded when its purpose is allowed, silent from the moment on that it is not. */
function createSwitch({ purpose, load }: Service, forget: Around['forget']) {
  let isOn = false;
  let forwarder: Forwarder | null = null;
  let waiting: Told[] = [];
  let step = Promise.resolve();

  async function begin() {
    // the choice may have changed again while the step before was under way
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
    // its code may have stored something after the consent chart has tidied up
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
  /** Passes on what was heard and still waits for its turn, because the page is about to go. */
  flush: () => void;
  /** what is allowed from now on; null while that is not known */
  follow: (allowed: Allowed | null) => void;
};

/**
 * Passes events on to the services that the visitor allowed when they happened (R55, R77). What happened
 * before somebody has allowed anything is told to nobody, also not afterwards (decision 0035).
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
      // whoever has just signed in is in the cookie only after the event (R57)
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
