import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { EventLogged } from '../../ports/outside-service.port.ts';
import { callActor } from '../../testing/call-actor.ts';
import { settle } from '../../testing/test-system.ts';
import { serviceMachine } from '../service.machine.ts';

/**
 * Starts a service whose loading the test controls. `did` lists the calls of the service and the
 * names of its events.
 */
function start() {
  const did: string[] = [];
  const loads: PromiseWithResolvers<void>[] = [];
  const machine = serviceMachine.provide({
    actors: {
      loadService: callActor(({ since }: { since: number }) => {
        did.push(`loads since ${since}`);
        const loading = Promise.withResolvers<void>();
        loads.push(loading);
        return loading.promise;
      }),
      forwardEvent: fromCallback<EventLogged, undefined>(({ receive }) =>
        receive(({ event }) => did.push(event.name)),
      ),
      withdrawService: callActor(async () => {
        did.push('withdraws');
      }),
    },
  });
  const actor = createActor(machine).start();
  return {
    did,
    allow: () => actor.send({ type: 'service.allowed', since: 3 }),
    refuse: () => actor.send({ type: 'service.refused' }),
    log: (name: string) =>
      actor.send({ type: 'event.logged', event: { name, parameters: {}, at: 0 }, user: null }),
    load: async (how: 'resolve' | 'reject' = 'resolve') => {
      loads.at(-1)?.[how]();
      await settle();
    },
    now: () => actor.getSnapshot(),
  };
}

it('passes on the events since its permission, in order, after it is loaded (R55)', async () => {
  const { allow, did, load, log } = start();
  log('before');
  allow();
  for (const name of ['first', 'second']) log(name);
  await load();
  log('third');
  expect(did).toEqual(['loads since 3', 'first', 'second', 'third']);
});

it('holds at most 500 events while it loads', async () => {
  const { allow, did, load, log } = start();
  allow();
  for (let count = 0; count < 600; count += 1) log(`event ${count}`);
  await load();
  expect([did.length, did.at(-1)]).toEqual([501, 'event 499']);
});

it('stops and is withdrawn as soon as it is refused, loaded or not (R77)', async () => {
  const { allow, did, load, log, now, refuse } = start();
  allow();
  log('waiting');
  refuse();
  await settle();
  allow();
  await load();
  refuse();
  log('late');
  await settle();
  expect(did).toEqual(['loads since 3', 'withdraws', 'loads since 3', 'withdraws']);
  expect(now().value).toBe('off');
});

it('is loaded again only after it was withdrawn, without the events in between', async () => {
  const { allow, did, load, log, refuse } = start();
  allow();
  await load();
  refuse();
  log('refused');
  allow();
  log('dropped');
  refuse();
  allow();
  log('allowed again');
  expect(did).toEqual(['loads since 3', 'withdraws']);
  await settle();
  await load();
  expect(did.slice(2)).toEqual(['loads since 3', 'allowed again']);
});

it('drops its events if it was blocked, and is loaded again at the next choice', async () => {
  const { allow, did, load, log } = start();
  allow();
  log('lost');
  await load('reject');
  log('unheard');
  allow();
  await load();
  expect(did).toEqual(['loads since 3', 'loads since 3']);
});
