// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, createMachine, fromCallback } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { consentMachine } from '../../machines/consent/consent.machine.ts';
import { allowedOf, type ConsentSigns, wordingVersion } from '../../machines/model/consent.ts';
import { callActor } from '../../machines/testing/call-actor.ts';
import { settle } from '../../machines/testing/test-system.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { writeSession } from '../adapters/browser/session-cookies.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';
import { createAnalyticsFeed } from './analytics-feed.ts';

vi.mock('../adapters/analytics/load-script.ts', () => ({ loadScript: async () => {} }));

const google = window as unknown as { dataLayer?: IArguments[] };

beforeEach(() => {
  google.dataLayer = [];
});
afterEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});

const unanswered: ConsentSigns = { asked: ['measurement'], kept: null, isObjecting: false };
const allowing: ConsentSigns = {
  ...unanswered,
  kept: {
    allowed: allowedOf(['measurement']),
    at: '2030-01-01T00:00:00.000Z',
    wording: wordingVersion,
    despiteSignal: false,
  },
};

/** Opens a page with Google Analytics. The test decides when the stored choice has been read. */
function openPage(runEnv = 'production') {
  const reading = Promise.withResolvers<ConsentSigns>();
  const consent = createActor(
    consentMachine.provide({
      actors: {
        readConsent: callActor(() => reading.promise),
        keepConsent: callActor(async () => {}),
        forgetTraces: callActor(async () => {}),
        watchConsent: fromCallback(() => {}),
      },
    }),
  ).start();
  const root = createActor(createMachine({})).start();
  const { hear, start } = createAnalyticsFeed({
    config: { runEnv, trackers: { gaId: 'G-1' } } as RuntimeConfig,
    caller: async () => ({ kind: 'guest' }) as never,
    locale: () => 'en',
    root: () => root,
    forget: async () => {},
    consent: () => consent.getSnapshot(),
  });
  start({ chart: () => ({ live: consent }) } as unknown as ChartSystem);
  return {
    view: (page: string) => hear({ type: 'page.viewed', page }),
    read: async (signs: ConsentSigns) => {
      reading.resolve(signs);
      await settle();
    },
    choose: async (type: 'everything.allowed' | 'everything.refused') => {
      consent.send({ type: 'consent.requested' });
      consent.send({ type });
      await settle();
    },
  };
}

const said = (name: string) =>
  (google.dataLayer ?? []).map((one) => [...one]).filter(([one]) => one === name);
const pages = () => said('event').map(([, , parameters]) => parameters.page);

it('holds events until the stored choice is known, and then sends the allowed events (R55)', async () => {
  const { read, view } = openPage();
  view('home');
  await settle();
  view('record');
  await read(allowing);
  view('terms');
  await eventually(() => expect(pages()).toEqual(['home', 'record', 'terms']));
});

it('never sends events from before the permission (R77)', async () => {
  const { choose, read, view } = openPage();
  view('home');
  await read(unanswered);
  view('record');
  await choose('everything.allowed');
  view('terms');
  await eventually(() => expect(pages()).toEqual(['terms']));
  await choose('everything.refused');
  view('account');
  await choose('everything.allowed');
  view('price');
  await eventually(() => expect(pages()).toEqual(['terms', 'price']));
});

it('sends the user who has just signed in, although the cookie is set after the event (R57)', async () => {
  const { read, view } = openPage();
  await read(allowing);
  view('home');
  await eventually(() => expect(pages()).toEqual(['home']));
  view('record');
  writeSession({ user: { id: '7', email: 'anna@example.com' } as never, token: 't1' });
  await eventually(() => expect(pages()).toEqual(['home', 'record']));
  expect(said('set').map(([, { user_id: user }]) => user)).toEqual([undefined, '7']);
});

it('prints every event outside production, independent of the choice (R55)', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { view } = openPage('test');
  view('home');
  await eventually(() => expect(info.mock.calls.map(([name]) => name)).toEqual(['page_view']));
  expect(pages()).toEqual([]);
  info.mockRestore();
});
