import Cookies from 'js-cookie';
import { type AnyActorRef, waitFor } from 'xstate';
import { selectQueue } from '../../../machines/analytics/analytics.selectors.ts';
import { startAnalytics } from '../../../machines/analytics/analytics.with-queue.ts';
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
  /** of the first event that waits for the service, in milliseconds: its session begins there */
  since?: number;
  now?: () => number;
  /** the root of the page's charts: with it the queue is one of them for inspectors and tests */
  root?: AnyActorRef | undefined;
};

type Chart = ReturnType<typeof startAnalytics>;

/** a device that does not delete is asked on, and the mark makes later pages do so */
const withdrawMs = 10_000;

const until = (chart: Chart, delivery: 'active' | { optedOut: 'quiet' }) =>
  waitFor(chart, (snapshot) => snapshot.matches({ delivery }), { timeout: withdrawMs });

/** An earlier page, or this one, may have been told to stop: nothing of that time is sent. */
function open(chart: Chart) {
  chart.send({ type: 'queue.optedIn' });
  return until(chart, 'active');
}

function startQueue({ key, zone, batch, serverUrl }: Settings, { now = Date.now, root }: Around) {
  const queue = createEventQueue({
    send: createSender(
      // ids of users are as short as "7"; the collector wants five characters unless it is told
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

/* What of the SDK listens to the page and writes on the device, whether or not somebody has opted out. */
const listeners = [
  '@amplitude/plugin-page-view-tracking-browser',
  '@amplitude/plugin-page-url-enrichment-browser',
  '@amplitude/plugin-form-interaction-tracking-browser',
  '@amplitude/plugin-file-download-tracking-browser',
];

type Sdk = typeof import('@amplitude/analytics-browser');
type Client = ReturnType<Sdk['createInstance']>;
type Queue = ReturnType<typeof startQueue>;

/** The SDK for identity, session and default tracking, with our queue in the place of its own. */
async function startClient(
  { createInstance, Types }: Sdk,
  { key, zone, batch }: Settings,
  { queue, chart }: Queue,
  since: number,
): Promise<Client> {
  const client = createInstance();
  const sessionId = sessionSince(since, Cookies.get(sessionCookieOf(key)));
  // before `init`: the SDK skips its own destination when one of that name is there
  client.add({
    name: 'amplitude',
    type: 'destination',
    execute: async (event) => {
      const isKept = await queue.enqueue(amplitudeEvent({ ...event }, location.origin));
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

/** The queue: one for each page, and it rests while nothing is allowed. */
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
 * Measures by Amplitude (R57, R59, R60). Loads the SDK and the queue; until its promise is kept the
 * caller keeps the events, which come with their own time.
 */
export async function createAmplitudeForwarder(
  settings: Settings,
  around: Around = {},
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
      // in the event too, undefined for a guest: the SDK enriches later, when somebody may have signed in
      client.track(name, parameters, { time: at, user_id: (user ?? undefined) as string });
      // an event with a time of its own does not prolong the session by itself
      client.extendSession();
    },
    withdraw: async () => {
      client.setOptOut(true);
      for (const name of listeners) client.remove(name);
      // somebody new as far as the collector may know, once it is allowed again
      client.reset();
      chart.send({ type: 'queue.optedOut' });
      await until(chart, { optedOut: 'quiet' }).catch(() => {});
    },
  };
}
