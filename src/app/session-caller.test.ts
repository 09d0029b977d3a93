import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import type { KeptSession, UserInfo } from '../../machines/model/user.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { callActor } from '../../machines/testing/call-actor.ts';
import { settle } from '../../machines/testing/test-system.ts';
import { sessionCaller } from './session-caller.ts';

const kept: KeptSession = {
  user: { id: 'u1', vipStatus: 0, subscriptionStatus: 0, allowance: null },
  token: 'token-1',
};

const startWith = (
  restore: () => Promise<KeptSession | null>,
  refresh: () => void = () => undefined,
) => {
  const session = sessionMachine.provide({
    actors: {
      restoreSession: callActor(restore),
      refreshUser: callActor(() => {
        refresh();
        return new Promise<UserInfo>(() => {});
      }),
    },
  });
  const root = setup({ actors: { session } }).createMachine({
    invoke: { id: 'session', systemId: 'session', src: 'session', onError: {} },
  });
  return createActor(root).start();
};

it('waits until the session has a caller', async () => {
  const answer = Promise.withResolvers<KeptSession | null>();
  const asked = sessionCaller(startWith(() => answer.promise));
  answer.resolve(kept);
  expect(await asked).toEqual({ kind: 'user', token: 'token-1' });
});

it('uses the session, whatever the cookies contain', async () => {
  const root = startWith(() => Promise.resolve(kept));
  await settle();
  root.system.get('session').send({ type: 'session.cleared' });
  expect(await sessionCaller(root)).toEqual({ kind: 'guest' });
});

it('returns a guest once the session is cleared (R36)', async () => {
  const callers: unknown[] = [];
  const root = startWith(
    () => Promise.resolve(kept),
    async () => callers.push(await sessionCaller(root)),
  );
  await settle();
  root.system.get('session').send({ type: 'session.cleared' });
  await settle();
  expect(callers).toEqual([{ kind: 'user', token: 'token-1' }, { kind: 'guest' }]);
});

it('is a guest when there is no session', async () => {
  expect(await sessionCaller(createActor(setup({}).createMachine({})).start())).toEqual({
    kind: 'guest',
  });
});
