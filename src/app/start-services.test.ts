// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { type Allowed, allowedOf, nothing, type Purpose } from '../../machines/model/consent.ts';
import { settle } from '../../machines/testing/test-system.ts';
import type { Forwarder } from '../adapters/analytics/forwarder.ts';
import type { Heard } from '../adapters/analytics/log-event.ts';
import type { Service } from '../adapters/analytics/services.ts';
import { startServices } from './start-services.ts';

const measured = allowedOf(['measurement']);
const everything = allowedOf(['measurement', 'advertising']);

const viewed = (page: string, allowed: Heard['allowed'] = measured, at = 0): Heard => ({
  event: { type: 'page.viewed', page },
  at,
  url: '/',
  allowed,
});

/**
 * Starts services whose loading the test controls. Records the events that each service has
 * received.
 */
function start(purposes: readonly Purpose[] = ['measurement']) {
  const did: string[] = [];
  const loads: PromiseWithResolvers<void>[] = [];
  const begins: number[] = [];
  let user: string | null = null;
  const services = purposes.map(
    (purpose): Service => ({
      name: purpose,
      purpose,
      load: async (since) => {
        did.push(`loads ${purpose}`);
        begins.push(since);
        const loading = Promise.withResolvers<void>();
        loads.push(loading);
        await loading.promise;
        return {
          forward: ({ name, parameters }, by) => {
            if (parameters.page === 'broken') throw new Error('its code fails');
            did.push(`${purpose}: ${name} ${parameters.page} of ${by}`);
          },
          withdraw: async () => {
            did.push(`${purpose} withdraws`);
          },
        } satisfies Forwarder;
      },
    }),
  );
  const root = createActor(createMachine({})).start();
  const { follow, hear } = startServices({
    services,
    root: () => root,
    readUser: () => user,
    forget: async (purpose) => {
      did.push(`forgets ${purpose}`);
    },
  });
  return {
    did,
    begins,
    view: (...given: Parameters<typeof viewed>) => hear(viewed(...given)),
    come: async () => {
      for (const loading of loads.splice(0)) loading.resolve();
      await settle();
    },
    follow: async (allowed: Allowed, waiting: readonly Heard[] = []) => {
      follow(allowed, waiting);
      await settle();
    },
    signIn: (id: string) => {
      user = id;
    },
  };
}

describe('an outside service', () => {
  it('is not loaded and receives no event until it is allowed', async () => {
    const { did, view, follow } = start();
    await follow(nothing);
    view('record', nothing);
    view('terms');
    expect(did).toEqual([]);
  });

  it('receives only events of its own purpose', async () => {
    const { did, view, come, follow } = start(['measurement', 'advertising']);
    await follow(measured);
    await come();
    view('home');
    await follow(everything);
    await come();
    view('record', everything);
    expect(did).toEqual([
      'loads measurement',
      'measurement: page_view home of null',
      'loads advertising',
      'measurement: page_view record of null',
      'advertising: page_view record of null',
    ]);
  });

  it('receives nothing after the withdrawal, and its storage is cleared after it has stopped (R77)', async () => {
    const { did, view, come, follow } = start();
    await follow(measured);
    await come();
    await follow(nothing);
    view('record');
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

  it('receives the time of the first event that waits for it when it is loaded', async () => {
    const { begins, follow } = start();
    await follow(measured, [
      viewed('home', allowedOf(['advertising']), 500),
      viewed('record', measured, 700),
      viewed('terms', measured, 900),
    ]);
    expect(begins).toEqual([700]);
  });

  it('receives later events after its code has failed for an event', async () => {
    const failures: unknown[] = [];
    vi.stubGlobal('reportError', (error: Error) => failures.push(error.message));
    const { did, view, come, follow } = start();
    await follow(measured);
    await come();
    view('broken');
    view('home');
    expect(did.slice(1)).toEqual(['measurement: page_view home of null']);
    expect(failures).toEqual(['its code fails']);
    vi.unstubAllGlobals();
  });
});

it('gets the user from the cookie with each event (R57)', async () => {
  const { did, view, come, follow, signIn } = start();
  await follow(measured);
  await come();
  view('home');
  signIn('7');
  view('record');
  expect(did.slice(1)).toEqual([
    'measurement: page_view home of null',
    'measurement: page_view record of 7',
  ]);
});
