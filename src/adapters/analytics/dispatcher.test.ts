// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowedOf, nothing, type Purpose } from '../../../machines/model/consent.ts';
import { createDispatcher, type Service } from './dispatcher.ts';
import type { Forwarder } from './forwarder.ts';
import type { Heard } from './log-event.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const measured = allowedOf(['measurement']);
const everything = allowedOf(['measurement', 'advertising']);

/** Services whose loading the test controls, with a log of the events they receive. */
function start(purposes: readonly Purpose[] = ['measurement']) {
  const did: string[] = [];
  const loads: PromiseWithResolvers<void>[] = [];
  let user: string | null = null;
  const begins: number[] = [];
  const services = purposes.map(
    (purpose): Service => ({
      purpose,
      load: async (since) => {
        did.push(`loads ${purpose}`);
        begins.push(since);
        const loading = Promise.withResolvers<void>();
        loads.push(loading);
        await loading.promise;
        return {
          forward: ({ name, parameters }, by) =>
            did.push(`${purpose}: ${name} ${parameters.page} of ${by}`),
          withdraw: async () => {
            did.push(`${purpose} withdraws`);
          },
        } satisfies Forwarder;
      },
    }),
  );
  const dispatcher = createDispatcher({
    services,
    readUser: () => user,
    forget: async (purpose) => {
      did.push(`forgets ${purpose}`);
    },
  });
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const view = (page: string, allowed: Heard['allowed'] = measured, at = 0) =>
    dispatcher.hear({ event: { type: 'page.viewed', page }, at, url: '/', allowed });
  const come = async (way: 'resolve' | 'reject' = 'resolve') => {
    for (const loading of loads.splice(0)) loading[way]();
    await settle();
  };
  const follow = async (allowed: Heard['allowed']) => {
    dispatcher.follow(allowed);
    await settle();
  };
  return {
    did,
    begins,
    view,
    come,
    follow,
    settle,
    flush: dispatcher.flush,
    signIn: (id: string) => {
      user = id;
    },
  };
}

describe('an outside service', () => {
  it('is neither loaded nor sent anything until it is allowed', async () => {
    const { did, view, follow, settle } = start();
    view('home', null);
    await follow(null);
    await follow(nothing);
    view('record', nothing);
    await settle();
    expect(did).toEqual([]);
  });

  it('receives the events since it was allowed, in order, and none from before (R55)', async () => {
    const { did, view, come, follow, settle } = start();
    view('home', nothing);
    await follow(nothing);
    await follow(measured);
    view('record');
    view('terms');
    await settle();
    expect(did).toEqual(['loads measurement']);
    await come();
    view('account');
    await settle();
    expect(did.slice(1)).toEqual([
      'measurement: page_view record of null',
      'measurement: page_view terms of null',
      'measurement: page_view account of null',
    ]);
  });

  it('receives the events that occurred while the choice of an earlier visit was being read', async () => {
    const { did, view, come, follow, settle } = start();
    view('home', null);
    await settle();
    view('record', null);
    await follow(measured);
    await come();
    expect(did.slice(1)).toEqual([
      'measurement: page_view home of null',
      'measurement: page_view record of null',
    ]);
  });

  it('receives only events of its own purpose', async () => {
    const { did, view, come, follow, settle } = start(['measurement', 'advertising']);
    await follow(measured);
    await come();
    view('home');
    await settle();
    await follow(everything);
    await come();
    view('record', everything);
    await settle();
    expect(did).toEqual([
      'loads measurement',
      'measurement: page_view home of null',
      'loads advertising',
      'measurement: page_view record of null',
      'advertising: page_view record of null',
    ]);
  });

  it('receives nothing after the withdrawal, and its storage is cleared after it has stopped (R77)', async () => {
    const { did, view, come, follow, settle } = start();
    await follow(measured);
    await come();
    view('home');
    await follow(nothing);
    view('record');
    await settle();
    expect(did.slice(1)).toEqual(['measurement withdraws', 'forgets measurement']);
  });

  it('stops at once if it loads after the withdrawal', async () => {
    const { did, view, come, follow } = start();
    await follow(measured);
    view('home');
    await follow(nothing);
    await come();
    expect(did.slice(1)).toEqual(['measurement withdraws', 'forgets measurement']);
  });

  it('can be allowed again', async () => {
    const { did, view, come, follow, settle } = start();
    await follow(measured);
    await come();
    await follow(nothing);
    await follow(measured);
    await come();
    view('home');
    await settle();
    expect(did.slice(3)).toEqual(['loads measurement', 'measurement: page_view home of null']);
  });

  it('receives the time of the first waiting event when it is loaded', async () => {
    const { begins, view, follow, settle } = start();
    view('home', null, 700);
    view('record', null, 900);
    await settle();
    await follow(measured);
    expect(begins).toEqual([700]);
  });

  it('receives nothing if it was blocked, and nothing fails', async () => {
    const { did, view, come, follow, settle } = start();
    await follow(measured);
    view('home');
    await come('reject');
    view('record');
    await settle();
    expect(did).toEqual(['loads measurement']);
  });
});

it('gets the user from the cookie after the event: a user may have just signed in (R57)', async () => {
  const { did, view, come, follow, signIn, settle } = start();
  await follow(measured);
  await come();
  view('home');
  signIn('7');
  await settle();
  expect(did).toContain('measurement: page_view home of 7');
});

it('receives waiting events when the page closes', async () => {
  const { did, view, come, follow, flush } = start();
  await follow(measured);
  await come();
  view('home');
  flush();
  expect(did).toContain('measurement: page_view home of null');
});
