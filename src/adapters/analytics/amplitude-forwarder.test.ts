// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, createMachine, type InspectionEvent } from 'xstate';
import { eventually } from '../../../tools/testing/eventually.ts';
import type { readView } from '../debug-console/console-views.ts';
import { createDeviceRows } from './event-rows.ts';

type Sent = Readonly<Record<string, unknown>>;
type Body = { events: Sent[]; options: unknown; api_key: string };

const settings = { key: 'key', zone: 'EU', batch: true, serverUrl: null } as const;

/** Opens a page and loads the forwarder's module again, because a page has only one forwarder. */
async function openPage({
  root = createActor(createMachine({})).start(),
  ...around
}: {
  root?: AnyActorRef;
  since?: number;
} = {}) {
  vi.resetModules();
  const { createAmplitudeForwarder } = await import('./amplitude-forwarder.ts');
  const load = () => createAmplitudeForwarder(settings, { ...around, root });
  return { load, forwarder: await load() };
}

/** simulates the channel to the other tabs of this browser */
let channel: { onmessage: ((event: { data: unknown }) => void) | null } = { onmessage: null };
const bodies: { url: string; body: Body }[] = [];
const others: string[] = [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  bodies.length = 0;
  others.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: { body: Uint8Array }) => {
    bodies.push({ url, body: JSON.parse(new TextDecoder().decode(init.body)) as Body });
    return Response.json({ code: 200 });
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = null;
      constructor() {
        channel = this;
      }
      postMessage() {}
    },
  );
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open(_: string, url: string) {
        others.push(url);
      }
      setRequestHeader() {}
      send() {}
    },
  );
  navigator.sendBeacon = (url) => {
    others.push(String(url));
    return true;
  };
});

afterEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
  vi.unstubAllGlobals();
  localStorage.clear();
});

const sentEvents = () => bodies.flatMap(({ body }) => body.events);
const named = (name: string) => sentEvents().filter(({ event_type }) => event_type === name);
/** Logs events and hides the page, which makes the page send its queue immediately. */
async function leave(count: number, name: string) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await eventually(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    expect(named(name)).toHaveLength(count);
  });
}

it('sends each event of the SDK through the queue, and makes no other request (R59)', async () => {
  const { forwarder } = await openPage();
  forwarder.forward({ name: 'click_pay', parameters: { price: 3 }, at: 1_790_000_000_000 }, '7');
  forwarder.forward({ name: 'click_pay', parameters: { price: 4 }, at: 1_790_000_000_001 }, null);
  await leave(2, 'click_pay');
  const [first, second] = named('click_pay');
  expect(first).toMatchObject({
    app_version: 'v0.1.0',
    event_properties: { price: 3 },
    time: 1_790_000_000_000,
    user_id: '7',
  });
  expect(second).toMatchObject({ event_properties: { price: 4 }, device_id: first?.device_id });
  expect([second?.user_id, second?.session_id]).toEqual([undefined, first?.session_id]);
  expect(new Set(bodies.map(({ url }) => url))).toEqual(
    new Set(['https://api.eu.amplitude.com/batch']),
  );
  expect(bodies[0]?.body).toMatchObject({ api_key: 'key', options: { min_id_length: 1 } });
  expect(named('session_start')).toHaveLength(1);
  expect(new Set(sentEvents().map(({ insert_id }) => insert_id)).size).toBe(sentEvents().length);
  expect(others).toEqual([]);
});

it('begins the session with the first event, which may be older than the SDK', async () => {
  const since = Date.now() - 3000;
  const { forwarder } = await openPage({ since });
  forwarder.forward({ name: 'early', parameters: {}, at: since }, null);
  forwarder.forward({ name: 'early', parameters: {}, at: since + 2000 }, null);
  await leave(2, 'early');
  const began = named('session_start').map(({ session_id, time }) => [session_id, time]);
  expect(began).toEqual([[since, since]]);
  expect(named('early').map(({ session_id }) => session_id)).toEqual([since, since]);
});

it('reports the user of the event, however late the SDK enriches it', async () => {
  const { forwarder } = await openPage();
  for (const [index, user] of ['1', '2', null, '3'].entries()) {
    forwarder.forward({ name: 'opened', parameters: { index }, at: 1000 + index }, user);
  }
  await leave(4, 'opened');
  expect(named('opened').map(({ user_id, time }) => [user_id, time])).toEqual([
    ['1', 1000],
    ['2', 1001],
    [undefined, 1002],
    ['3', 1003],
  ]);
});

it('sends nothing after a withdrawal, deletes waiting events, and starts again as a new user', async () => {
  const { forwarder, load } = await openPage();
  forwarder.forward({ name: 'before', parameters: {}, at: 1 }, null);
  await leave(1, 'before');
  forwarder.forward({ name: 'withdrawn', parameters: {}, at: 2 }, null);
  await forwarder.withdraw();
  forwarder.forward({ name: 'withdrawn', parameters: {}, at: 3 }, null);
  const again = await load();
  again.forward({ name: 'after', parameters: {}, at: 4 }, null);
  await leave(1, 'after');
  expect(named('withdrawn')).toEqual([]);
  expect(named('after')[0]?.device_id).not.toBe(named('before')[0]?.device_id);
});

it('stores no event after an opt-out in another tab (R62)', async () => {
  const root = createActor(createMachine({})).start();
  const { forwarder } = await openPage({ root });
  const chart = () => root.system.get('analytics')?.getSnapshot();
  channel.onmessage?.({ data: 'optedOut' });
  await eventually(() => expect(chart().matches({ delivery: { optedOut: 'quiet' } })).toBe(true));
  const { optedOut = 0 } = chart().context.dropped;
  forwarder.forward({ name: 'late', parameters: {}, at: 1 }, null);
  await eventually(() => expect(chart().context.dropped.optedOut).toBeGreaterThan(optedOut));
  expect(await createDeviceRows().count()).toBe(0);
});

it('is one of the charts of the page, and its crash does not stop the root', async () => {
  const seen = new Set<unknown>();
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.actor') seen.add((event.actorRef as { id?: unknown }).id);
  };
  const root = createActor(createMachine({}), { inspect }).start();
  const { forwarder } = await openPage({ root });
  expect([...seen]).toContain('analytics');
  const chart = root.system.get('analytics') as { _error?: (error: unknown) => void };
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  chart._error?.(new Error('a crash'));
  expect(root.getSnapshot().status).toBe('active');
  // the forwarder still passes later events to the chart, although the chart has crashed
  forwarder.forward({ name: 'late', parameters: {}, at: 1 }, null);
  await eventually(() => expect(warn.mock.calls.flat().join()).toContain('"queued":4'));
});

it('reports its queue to the debug console', async () => {
  const { showQueue } = await import('./queue-status.ts');
  showQueue(() => ({
    state: 'delivery.active.leading.waiting',
    queued: 4,
    inFlight: 0,
    waitingUntil: 0,
    dropped: { flood: 2 },
    outlivesPage: true,
  }));
  const { readView: readHere } = (await import('../debug-console/console-views.ts')) as {
    readView: typeof readView;
  };
  const content = readHere('actors', { runEnv: 'production', build: '', config: {} });
  expect(content).toMatchObject({
    rows: [
      { value: '4 queued, 0 in flight', note: 'delivery.active.leading.waiting' },
      { value: '1970-01-01T00:00:00.000Z' },
      { value: 'flood 2' },
      { value: 'outlive the page' },
    ],
  });
});
