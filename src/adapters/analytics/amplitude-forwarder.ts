import Cookies from 'js-cookie';
import { type AnyActorRef, waitFor } from 'xstate';
import { selectIsAccepting, selectQueue } from '../../../machines/analytics/analytics.selectors.ts';
import { startAnalytics } from '../../../machines/analytics/analytics.start.ts';
import { amplitudeEvent } from './amplitude-event.ts';
import { sessionCookieOf, sessionSince } from './amplitude-session.ts';
import { createEventQueue } from './create-event-queue.ts';
import type { Forwarder } from './forwarder.ts';
import { createOptOutMark } from './opt-out-mark.ts';
import { showQueue } from './queue-status.ts';
import { createSender } from './send-events.ts';
import { watchFreeze, watchPage } from './watch-page.ts';

type Settings = { key: string; zone: 'US' | 'EU'; batch: boolean; serverUrl: string | null };

type Around = {
  /** time of the first waiting event, in milliseconds: the session begins there */
  since?: number;
  now?: () => number;
  /**
   * root of the page's charts: the queue becomes one of them, so that inspectors and tests see it
   */
  root: AnyActorRef;
};

type Chart = ReturnType<typeof startAnalytics>;

/** if the device does not delete in time, the opt-out mark makes later pages delete */
const withdrawMs = 10_000;

const until = (chart: Chart, delivery: 'active' | { optedOut: 'quiet' }) =>
  waitFor(chart, (snapshot) => snapshot.matches({ delivery }), { timeout: withdrawMs });

/**
 * Opts in again, in case this page or an earlier one has opted out; resolves once events from
 * before are deleted.
 */
function open(chart: Chart) {
  chart.send({ type: 'queue.optedIn' });
  return until(chart, 'active');
}

function startQueue({ key, zone, batch, serverUrl }: Settings, { now = Date.now, root }: Around) {
  const queue = createEventQueue({
    send: createSender(
      // user ids can be as short as "7"; the collector's default minimum is five characters
      { key, zone, batch, serverUrl, minIdLength: 1 },
      { fetch: (...request) => fetch(...request), now, random: Math.random },
    ),
    locks: navigator.locks ?? undefined,
    channel: new BroadcastChannel('analytics'),
    now,
    mark: createOptOutMark(() => localStorage),
    watchFreeze,
  });
  return { queue, chart: startAnalytics(queue, root) };
}

/* Plugins of the SDK that listen to the page and write to the device, regardless of an opt-out. */
const listeners = [
  '@amplitude/plugin-page-view-tracking-browser',
  '@amplitude/plugin-page-url-enrichment-browser',
  '@amplitude/plugin-form-interaction-tracking-browser',
  '@amplitude/plugin-file-download-tracking-browser',
];

type Sdk = typeof import('@amplitude/analytics-browser');
type Client = ReturnType<Sdk['createInstance']>;
type Queue = ReturnType<typeof startQueue>;

/** The SDK for identity, session and default tracking, with our queue as its destination. */
async function startClient(
  { createInstance, Types }: Sdk,
  { key, zone, batch }: Settings,
  { queue, chart }: Queue,
  since: number,
): Promise<Client> {
  const client = createInstance();
  /** The SDK passes events on later, when the visitor may have opted out. */
  const take = async (event: Readonly<Record<string, unknown>>) => {
    if (selectIsAccepting(chart.getSnapshot())) {
      return queue.enqueue(amplitudeEvent(event, location.origin));
    }
    chart.send({ type: 'events.refused', count: 1, reason: 'optedOut' });
    return false;
  };
  const sessionId = sessionSince(since, Cookies.get(sessionCookieOf(key)));
  // before `init`: the SDK skips its own destination if there is one of that name
  client.add({
    name: 'amplitude',
    type: 'destination',
    execute: async (event) => {
      const isKept = await take({ ...event });
      return { event, code: isKept ? 200 : 0, message: isKept ? 'Queued' : 'Not queued' };
    },
    flush: async () => {
      const isLeft = document.visibilityState === 'hidden';
      chart.send({ type: isLeft ? 'page.leaving' : 'flush.requested' });
    },
  });
  await client.init(key, {
    appVersion: 'v0.1.0',
    defaultTracking: true,
    enableDiagnostics: false,
    logLevel: Types.LogLevel.None,
    optOut: false,
    remoteConfig: { fetchRemoteConfig: false },
    serverZone: zone,
    ...(sessionId === undefined ? {} : { sessionId }),
    useBatch: batch,
  }).promise;
  return client;
}

/** The queue, one per page; it rests until measurement is allowed. */
async function start(settings: Settings, around: Around) {
  const sdk = await import('@amplitude/analytics-browser');
  const running = startQueue(settings, around);
  const { chart } = running;
  showQueue(() => selectQueue(chart.getSnapshot()));
  const page: { client: Client | null } = { client: null };
  watchPage({ left: () => page.client?.flush(), connection: (type) => chart.send({ type }) });
  const begin = async (since: number) => {
    await open(chart);
    page.client = await startClient(sdk, settings, running, since);
    return page.client;
  };
  return { chart, begin };
}

let running: ReturnType<typeof start> | null = null;

/**
 * Measures with Amplitude (R57, R59, R60). Loads the SDK and the queue; until the promise resolves,
 * the caller stores events with their time.
 */
export async function createAmplitudeForwarder(
  settings: Settings,
  around: Around,
): Promise<Forwarder> {
  const { since = Date.now() } = around;
  running ??= start(settings, around);
  const { chart, begin } = await running.catch((error: unknown) => {
    running = null;
    throw error;
  });
  const client = await begin(since);
  let lastUser: string | null = null;
  return {
    forward: ({ name, parameters, at }, user) => {
      if (user !== lastUser) client.setUserId(user ?? undefined);
      lastUser = user;
      // in the event too, undefined for a guest: the SDK enriches later, when the user may have
      // changed
      client.track(name, parameters, { time: at, user_id: (user ?? undefined) as string });
      // an event with an explicit time does not prolong the session
      client.extendSession();
    },
    withdraw: async () => {
      client.setOptOut(true);
      for (const name of listeners) client.remove(name);
      // a new device id, so that the collector cannot link a later consent to this visitor
      client.reset();
      chart.send({ type: 'queue.optedOut' });
      await until(chart, { optedOut: 'quiet' }).catch(() => {});
    },
  };
}
