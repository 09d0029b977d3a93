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
  /** time of the first waiting event in milliseconds, at which the session starts */
  since?: number;
  now?: () => number;
  /**
   * root of the page's charts; the chart of the queue becomes a part of this system, so that tools
   * and tests see it
   */
  root: AnyActorRef;
};

type Chart = ReturnType<typeof startAnalytics>;

/**
 * time limit in milliseconds for deleting the events; after that, a later page finds the opt-out
 * mark and deletes them
 */
const withdrawMs = 10_000;

const until = (chart: Chart, delivery: 'active' | { optedOut: 'quiet' }) =>
  waitFor(chart, (snapshot) => snapshot.matches({ delivery }), { timeout: withdrawMs });

/**
 * Accepts events again after an opt-out on this page or an earlier page. Resolves when the events
 * from before the opt-out are deleted.
 */
function open(chart: Chart) {
  chart.send({ type: 'queue.optedIn' });
  return until(chart, 'active');
}

function startQueue({ key, zone, batch, serverUrl }: Settings, { now = Date.now, root }: Around) {
  const queue = createEventQueue({
    send: createSender(
      // `minIdLength` is 1, because user ids can be as short as "7" and the collector requires five
      // characters by default
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

/* Plugins of the SDK that would watch the page and write to the device, even after an opt-out. */
const listeners = [
  '@amplitude/plugin-page-view-tracking-browser',
  '@amplitude/plugin-page-url-enrichment-browser',
  '@amplitude/plugin-form-interaction-tracking-browser',
  '@amplitude/plugin-file-download-tracking-browser',
];

type Sdk = typeof import('@amplitude/analytics-browser');
type Client = ReturnType<Sdk['createInstance']>;
type Queue = ReturnType<typeof startQueue>;

/**
 * Starts the SDK, which provides identity, session and default tracking. The SDK passes its events
 * to the queue.
 */
async function startClient(
  { createInstance, Types }: Sdk,
  { key, zone, batch }: Settings,
  { queue, chart }: Queue,
  since: number,
): Promise<Client> {
  const client = createInstance();
  /**
   * Adds the SDK's event to the queue, unless the visitor has opted out: the SDK delivers events
   * with a delay.
   */
  const take = async (event: Readonly<Record<string, unknown>>) => {
    if (selectIsAccepting(chart.getSnapshot())) {
      return queue.enqueue(amplitudeEvent(event, location.origin));
    }
    chart.send({ type: 'events.refused', count: 1, reason: 'optedOut' });
    return false;
  };
  const sessionId = sessionSince(since, Cookies.get(sessionCookieOf(key)));
  // added before `init`, so that the SDK leaves out its own destination of the same name
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

/** Starts the page's queue. The queue sends nothing until the visitor has allowed measurement. */
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
 * Loads the SDK and the queue, and measures with Amplitude (R57, R59, R60). Until the promise
 * resolves, the caller must store events with their time.
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
      // Sets the user in the event, or undefined for a guest, because the user may change before
      // the SDK completes the event.
      client.track(name, parameters, { time: at, user_id: (user ?? undefined) as string });
      // the SDK does not extend the session for an event with an explicit time
      client.extendSession();
    },
    withdraw: async () => {
      client.setOptOut(true);
      for (const name of listeners) client.remove(name);
      // sets a new device id, so that the collector cannot link a later consent to this visitor
      client.reset();
      chart.send({ type: 'queue.optedOut' });
      await until(chart, { optedOut: 'quiet' }).catch(() => {});
    },
  };
}
