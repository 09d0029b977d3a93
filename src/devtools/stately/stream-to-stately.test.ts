// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type AnyActorRef, assign, createActor, fromPromise, setup } from 'xstate';
import { eventually } from '../../../tools/testing/eventually.ts';
import { Tap } from '../tap/tap.ts';
import { watchByStately } from './stately-viewer.fixture.ts';

const signIn = setup({
  types: {
    context: {} as { token: string; mail: string; photo: unknown; count: number },
    events: {} as
      | { type: 'signIn.submitted'; mail: string; photo: unknown }
      | { type: 'upload.progressed' },
  },
  actors: { ask: fromPromise(async () => ({ token: 'answer-token', user: 'grace@example.org' })) },
  actions: {
    keep: assign(({ event }) => ('mail' in event ? { mail: event.mail, photo: event.photo } : {})),
    count: assign({ count: ({ context }) => context.count + 1 }),
  },
}).createMachine({
  id: 'signIn',
  context: { token: 'context-token', mail: '', photo: null, count: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        'signIn.submitted': { target: 'asking', actions: 'keep' },
        'upload.progressed': { actions: 'count' },
      },
    },
    asking: { invoke: { id: 'ask', src: 'ask', onDone: 'open', onError: 'open' } },
  },
});

const watch = (root: AnyActorRef, tap: Tap) => {
  const { received, stop } = watchByStately(root, tap);
  const settle = () => eventually(() => expect(received.length).toBeGreaterThan(0));
  return { received, settle, stop };
};

const start = () => {
  const tap = new Tap();
  const root = createActor(signIn, { inspect: tap.inspect, systemId: 'signIn' }).start();
  return { root, tap, ...watch(root, tap) };
};

const isOf = (type: string) => (message: { type: string }) => message.type === type;

describe('stream to the Stately inspector', () => {
  it('sends actors that were running before the viewer opened, with their charts', async () => {
    const { root, received, settle } = start();
    await settle();
    const actor = received.find(isOf('@xstate.actor'));
    expect(actor).toMatchObject({ sessionId: root.sessionId, snapshot: { value: 'open' } });
    expect(JSON.parse((actor as { definition: string }).definition)).toMatchObject({
      id: 'signIn',
    });
  });

  it('sends events and snapshots that the package itself understands', async () => {
    const { root, received } = start();
    root.send({ type: 'signIn.submitted', mail: 'ada@example.org', photo: null });
    await eventually(() => {
      const snapshots = received.filter(isOf('@xstate.snapshot'));
      expect(snapshots).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ snapshot: expect.objectContaining({ value: 'asking' }) }),
        ]),
      );
    });
    expect(received.filter(isOf('@xstate.event'))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          event: { type: 'signIn.submitted', mail: '‹personal hidden›', photo: null },
        }),
      ]),
    );
    expect(received.every((message) => message._version.length > 0)).toBe(true);
  });

  it('sends no token, mail address or photo', async () => {
    const { root, received } = start();
    const photo = new File(['pixels'], 'ada.jpg', { type: 'image/jpeg' });
    root.send({ type: 'signIn.submitted', mail: 'ada@example.org', photo });
    await eventually(() => {
      expect(JSON.stringify(received)).toContain('xstate.done.actor.ask');
    });
    const all = JSON.stringify(received);
    for (const secret of ['context-token', 'answer-token', 'ada@', 'grace@', 'ada.jpg', 'pixels']) {
      expect(all).not.toContain(secret);
    }
  });

  it('omits progress ticks', async () => {
    const { root, received } = start();
    for (let tick = 0; tick < 20; tick += 1) root.send({ type: 'upload.progressed' });
    root.send({ type: 'signIn.submitted', mail: '', photo: null });
    await eventually(() => expect(JSON.stringify(received)).toContain('signIn.submitted'));
    expect(
      received.filter(
        (message) => 'event' in message && message.event.type === 'upload.progressed',
      ),
    ).toEqual([]);
  });

  it('stops on request, while another viewer continues', async () => {
    const { root, tap, received, settle, stop } = start();
    const other = watch(root, tap);
    await Promise.all([settle(), other.settle()]);
    stop();
    const before = received.length;
    root.send({ type: 'signIn.submitted', mail: '', photo: null });
    await eventually(() => expect(JSON.stringify(other.received)).toContain('signIn.submitted'));
    expect(received).toHaveLength(before);
  });
});
