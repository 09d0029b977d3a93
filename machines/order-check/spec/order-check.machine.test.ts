import { describe, expect, it } from 'vitest';
import {
  type ActorRefFrom,
  type AnyActorLogic,
  createMachine,
  type EventObject,
  fromCallback,
  SimulatedClock,
} from 'xstate';
import type { Order, OrderIntent } from '../../model/order.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { paidOrder, sampleOrder } from '../../testing/sample-prices.ts';
import { offline, refused } from '../../testing/samples.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { orderCheckMachine } from '../order-check.machine.ts';
import {
  selectGoesOn,
  selectIsBack,
  selectOrderFacts,
  selectOrderSituation,
  selectOrderStep,
  selectOrderWays,
} from '../order-check.selectors.ts';
import { lastsUntil } from '../order-check.situation.ts';
import type { OrderCheckEvent } from '../order-check.types.ts';

type Answer = Order | PortFailure;

const waiting = sampleOrder();
const atBank = sampleOrder({
  mayArrive: true,
  payment: { method: 'card', status: 'pending', reason: null, checkout: { kind: 'none' } },
});
const declined = sampleOrder({ status: 'notPaid' });
const arriving = sampleOrder({ status: 'notPaid', mayArrive: true });

/** Opens the dialog; the test controls the server. */
const open = async (
  order: Order = waiting,
  hasReturned = false,
  intent: OrderIntent = 'look',
  batch: AnyActorLogic = createMachine({}),
) => {
  const opened: unknown[] = [];
  const asked: string[] = [];
  const left: ((answer: Answer) => void)[] = [];
  const limits: unknown[] = [];
  const last: { order: Order | null } = { order: null };
  const clock = new SimulatedClock();
  const streams: Record<string, (event: EventObject) => void> = {};
  const call = (name: string) =>
    callActor((input: { code?: string; url?: string }, signal) => {
      const { code, url } = input;
      if (url !== undefined) opened.push(input);
      asked.push(url === undefined ? name : `${name} ${url}`);
      expect(code ?? waiting.code).toBe(waiting.code);
      return new Promise<never>((resolve, reject) => {
        left.push((answer) => {
          if (signal.aborted) return;
          if ('reason' in answer && !('code' in answer && 'amount' in answer)) {
            reject(new PortError(answer as PortFailure));
          } else resolve(answer as never);
        });
      });
    }) as never;
  const stream = (name: string) =>
    fromCallback<EventObject>(({ input, sendBack }) => {
      if (name === 'countDown') limits.push(input);
      streams[name] = sendBack;
    }) as never;
  const logic = orderCheckMachine.provide({
    actors: {
      loadOrder: call('load'),
      loadLastOrder: callActor(async () => last.order),
      checkOrder: call('check'),
      cancelOrder: call('cancel'),
      openPayPage: call('open'),
      countDown: stream('countDown'),
      watchConnection: stream('watchConnection'),
    },
  });
  const input = { order, hasReturned, intent };
  const { root, told } = startAmongOthers('orderCheck' as never, logic, {
    input,
    clock,
    beside: { batch },
  });
  const actor = root.system.get('orderCheck') as ActorRefFrom<typeof orderCheckMachine>;
  const emitted: ProductEvent[] = [];
  actor.on('*', (event) => emitted.push(event));
  const answer = async (...answers: Answer[]) => {
    for (const one of answers) {
      left.pop()?.(one);
      await settle();
    }
  };
  const send = async (...types: Exclude<OrderCheckEvent['type'], 'countdown.ticked'>[]) => {
    for (const type of types) actor.send({ type });
    await settle();
  };
  const hear = async (name: string, event: EventObject) => {
    streams[name]?.(event);
    await settle();
  };
  const tick = (remainingSeconds: number) =>
    hear('countDown', { type: 'countdown.ticked', remainingSeconds, endsAt: 0 } as EventObject);
  const pass = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  await settle();
  const now = () => actor.getSnapshot();
  return { answer, asked, emitted, hear, last, limits, now, opened, pass, send, tick, told };
};

describe('an order that waits for its money', () => {
  it('is polled every 2 s for half a minute, then every 10 s, then every 30 s', async () => {
    const { answer, asked, pass } = await open();
    const pauses = [...Array(15).fill(2000), ...Array(30).fill(10_000), 30_000, 30_000];
    for (const ms of pauses) {
      await answer(waiting);
      const before = asked.length;
      await pass(ms - 1);
      expect(asked).toHaveLength(before);
      await pass(1);
      expect(asked).toHaveLength(before + 1);
    }
    expect(new Set(asked)).toEqual(new Set(['load']));
  });

  it('is checked with the provider when the visitor has just returned (R53)', async () => {
    const { answer, asked, now } = await open(waiting, true);
    expect([asked, selectIsBack(now()), selectOrderStep(now())]).toEqual([
      ...[['check'], true, 'asking'],
    ]);
    await answer(paidOrder());
    expect([now().value, selectIsBack(now())]).toEqual(['paid', false]);
  });

  it('that is paid lets the waiting start continue after a few seconds (R38)', async () => {
    const order = paidOrder({ task: 'photo-1' });
    const { answer, now, pass } = await open();
    await answer(order);
    expect([now().value, selectGoesOn(now())]).toEqual(['paid', true]);
    await pass(2999);
    expect(now().value).toBe('paid');
    await pass(1);
    expect(now().output).toEqual({ kind: 'paid', order });
  });

  it('that is paid is reported once as a product event, if the buyer sees it (R56)', async () => {
    const paid = {
      type: 'order.paid',
      order: waiting.code,
      product: waiting.productCode,
      amount: waiting.amount,
      currency: waiting.currency,
    };
    const { answer, emitted, pass } = await open();
    await answer(waiting);
    expect(emitted).toEqual([]);
    await pass(2000);
    await answer(paidOrder());
    expect(emitted).toEqual([paid]);
    expect((await open(paidOrder())).emitted).toEqual([]);
  });

  it('that is paid stays on screen if no start waits for it, or if it is opened later', async () => {
    for (const order of [paidOrder(), paidOrder({ task: 'photo-1' })]) {
      const { now, pass } = await open(order, order.task === null);
      expect(selectGoesOn(now())).toBe(false);
      await pass(600_000);
      expect(now().value).toBe('paid');
    }
  });

  it('is checked with the provider at once when the page is visible again', async () => {
    for (const order of [waiting, declined, arriving]) {
      const { answer, asked, send } = await open(order);
      await answer(order);
      await send('order.outdated');
      expect(asked.at(-1)).toBe('check');
    }
  });

  it('is paid or cancelled at once if it was opened for that', async () => {
    const page = await open(waiting, false, 'pay');
    expect(page.asked).toEqual(['open https://pay.example/1']);
    const cancel = await open(waiting, false, 'cancel');
    expect([cancel.asked, selectOrderStep(cancel.now())]).toEqual([[], 'confirming']);
  });

  it('leads to the payment page, and is checked when the visitor comes back', async () => {
    const { answer, asked, now, send } = await open();
    await answer(waiting);
    await send('pay.pressed');
    expect([asked.at(-1), selectOrderStep(now())]).toEqual([
      ...['open https://pay.example/1', 'leaving'],
    ]);
    await answer(waiting);
    expect(asked.at(-1)).toBe('check');
  });

  it.each([
    { photos: 'are kept', batch: createMachine({ tags: 'kept' }), inNewTab: false },
    { photos: 'would be lost', batch: createMachine({ tags: 'unkept' }), inNewTab: true },
  ])('is paid with inNewTab: $inNewTab if the photos of a batch $photos', async (given) => {
    const { opened } = await open(waiting, false, 'pay', given.batch);
    expect(opened).toEqual([{ url: 'https://pay.example/1', inNewTab: given.inNewTab }]);
  });

  it('shows that the payment page could not be opened, until something is pressed', async () => {
    const { answer, now, pass, send } = await open();
    await answer(waiting);
    await send('pay.pressed');
    await answer({ reason: 'unexpected' });
    await pass(2000);
    await answer(waiting);
    expect(now().context.trouble?.step).toBe('pay');
    await send('pay.pressed');
    expect(now().context.trouble).toBeNull();
  });

  it('is returned with its newest state when closed, without a call', async () => {
    const { answer, asked, now, send } = await open();
    await answer(declined);
    await send('dialog.cancelled');
    expect([asked, now().output]).toEqual([['load'], { kind: 'closed', order: declined }]);
  });
});

describe('the time limit of an order', () => {
  it("is the order's own limit, and never longer", async () => {
    const { limits } = await open();
    const endsAt = Date.parse(waiting.expiresAt);
    expect(limits).toEqual([{ afterMs: 1_800_000, endsAt }]);
  });

  it('ends the payment; the order is polled until the server has closed it', async () => {
    const { answer, asked, now, pass, tick } = await open();
    await answer(waiting);
    await tick(0);
    expect(asked).toEqual(['load', 'check']);
    await answer(waiting);
    expect([selectOrderSituation(now()), selectOrderWays(now())]).toEqual([
      ...['overdue', { first: 'check', others: [] }],
    ]);
    await pass(4000);
    await answer(sampleOrder({ status: 'expired' }));
    expect([asked.length, now().value]).toEqual([3, 'expired']);
  });

  it('restarts with another limit', async () => {
    const { answer, limits, now, send, tick } = await open();
    await answer(waiting);
    await tick(0);
    await answer({ ...atBank, expiresAt: '2030-01-08T00:00:00.000Z' });
    expect(now().value).toEqual({ arriving: 'waiting' });
    await send('check.pressed');
    await answer({ ...waiting, expiresAt: '2030-01-08T00:00:00.000Z' });
    expect(limits.at(-1)).toMatchObject({ endsAt: Date.parse('2030-01-08T00:00:00.000Z') });
  });

  it('is checked again when the connection is back', async () => {
    const { answer, asked, hear, tick } = await open();
    await tick(0);
    await answer(offline);
    await hear('watchConnection', { type: 'connection.restored' });
    expect(asked).toEqual(['load', 'check', 'check']);
  });
});

describe('cancelling an order', () => {
  it('needs two presses', async () => {
    const { answer, asked, now, send } = await open();
    await answer(waiting);
    await send('cancel.pressed');
    expect(asked).toEqual(['load']);
    await send('cancel.confirmed');
    expect(asked).toEqual(['load', 'cancel']);
    await answer(sampleOrder({ status: 'cancelled' }));
    expect(now().value).toBe('cancelled');
  });

  it('is left by Escape, which does not close the dialog', async () => {
    const { answer, asked, now, send } = await open(declined);
    await answer(declined);
    await send('cancel.pressed', 'dialog.cancelled');
    expect([asked, now().value, now().status]).toEqual([
      ...[['load'], { unpaid: 'notPaid' }, 'active'],
    ]);
  });

  it('shows the actual order when it was paid meanwhile', async () => {
    const { answer, asked, now, send } = await open();
    await answer(waiting);
    await send('cancel.pressed', 'cancel.confirmed');
    await answer(refused('order_closed'));
    expect(asked.at(-1)).toBe('check');
    await answer(paidOrder());
    await send('dialog.cancelled');
    expect(now().output).toEqual({ kind: 'paid', order: paidOrder() });
  });

  it('cannot be left while its outcome is unknown, and is checked when its answer is lost', async () => {
    const { answer, asked, now, pass, send, tick } = await open();
    await answer(waiting);
    await send('cancel.pressed', 'cancel.confirmed', 'dialog.cancelled');
    await tick(0);
    expect(selectOrderStep(now())).toBe('cancelling');
    await answer(offline);
    expect(now().context.trouble).toEqual({ step: 'cancel', failure: offline });
    await pass(2000);
    expect(asked).toEqual(['load', 'cancel', 'load']);
  });

  it('can be requested when the bank has the payment and the first answer is lost', async () => {
    const { answer, asked, now, send } = await open(atBank, true);
    await answer(offline);
    expect(selectOrderWays(now())).toEqual({ first: 'check', others: [] });
    await send('check.pressed');
    expect(asked).toEqual(['check', 'check']);
  });

  it('is offered beside the payment buttons', async () => {
    const { answer, now } = await open(waiting, false, 'look');
    await answer(waiting);
    const offered = selectOrderWays(now());
    expect([offered.first, ...offered.others]).toEqual(['pay', 'payAgain', 'cancel']);
  });

  it('is not offered while its money may be on its way', async () => {
    for (const order of [atBank, arriving]) {
      const { answer, now, send } = await open(waiting, false, 'look');
      await answer(order);
      expect(selectOrderWays(now())).toEqual({ first: 'check', others: [] });
      await send('cancel.pressed', 'payAgain.pressed');
      expect(now().value).toEqual({ arriving: 'waiting' });
      expect((await open(order, false, 'cancel')).now().value).toEqual({ arriving: 'asking' });
    }
  });
});

describe('a payment that may be on its way', () => {
  it('is polled after 2, 4, 8 and 16 seconds, then every 30, until it has arrived', async () => {
    const { answer, asked, now, pass } = await open(waiting, true);
    await answer(arriving);
    expect(selectOrderSituation(now())).toBe('arriving');
    for (const seconds of [2, 2, 4, 8, 16, 30, 30]) {
      const before = asked.length;
      await pass(seconds * 1000 - 1);
      expect(asked).toHaveLength(before);
      await pass(1);
      expect(asked).toHaveLength(before + 1);
      await answer(arriving);
    }
    expect(new Set(asked)).toEqual(new Set(['check']));
    await pass(30_000);
    await answer(paidOrder());
    expect(now().value).toBe('paid');
  });

  it('is not shown as unpaid, cancelled or expired before the provider’s final refusal', async () => {
    for (const status of ['notPaid', 'cancelled', 'expired'] as const) {
      const { answer, now, pass } = await open(sampleOrder({ status, mayArrive: true }));
      expect(selectOrderSituation(now())).toBe('arriving');
      await answer(sampleOrder({ status, mayArrive: true }));
      await pass(2000);
      await answer(sampleOrder({ status }));
      expect(selectOrderSituation(now())).toBe(status);
    }
  });

  it('is checked at once when the connection is back', async () => {
    const { answer, asked, hear, now } = await open(arriving);
    await answer(offline);
    expect(now().context.trouble?.step).toBe('ask');
    await hear('watchConnection', { type: 'connection.restored' });
    expect(asked).toEqual(['check', 'check']);
  });
});

describe('an unreachable server', () => {
  it('keeps the last known order and is retried after 2, 4, 8, 16, 30 and 30 seconds', async () => {
    const { answer, asked, now, pass } = await open();
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      await answer({ reason: 'server' });
      expect(selectOrderSituation(now())).toBe('waiting');
      const before = asked.length;
      await pass(seconds * 1000 - 1);
      expect(asked).toHaveLength(before);
      await pass(1);
      expect(asked).toHaveLength(before + 1);
    }
  });

  it('is called at once when the connection is back', async () => {
    const { answer, asked, hear, now } = await open();
    await answer(waiting);
    await hear('watchConnection', { type: 'connection.lost' });
    expect(now().context.trouble).toEqual({ step: 'ask', failure: offline });
    await hear('watchConnection', { type: 'connection.restored' });
    await answer(waiting);
    expect([asked, now().context.trouble]).toEqual([['load', 'load'], null]);
  });

  it('opens the sign-in when the session has ended', async () => {
    const { answer, now, told } = await open();
    await answer(refused('10009'));
    expect([now().output, told('app')]).toEqual([
      ...['cancelled', [{ type: 'call.rejected', failure: refused('10009') }]],
    ]);
  });

  it('shows that the order does not exist', async () => {
    const { answer, now } = await open();
    await answer(refused('order_not_found'));
    expect(selectOrderSituation(now())).toBe('unknown');
  });
});

describe('an order that has ended', () => {
  it.each(['paid', 'partlyRefunded', 'refunded', 'chargedBack', 'cancelled', 'expired'] as const)(
    'is shown as %s, without a call',
    async (status) => {
      const { asked, now, pass } = await open(paidOrder({ status }), true);
      await pass(3_600_000);
      expect([asked, selectOrderSituation(now())]).toEqual([[], status]);
    },
  );

  it('shows the duration only if this is the newest order', async () => {
    const { answer, last, now } = await open();
    last.order = paidOrder({ duration: 3, durationUnit: 4 });
    await answer(paidOrder());
    await settle();
    expect(selectOrderFacts(now())?.lasts).toEqual({ duration: 3, durationUnit: 4 });
    const other = await open();
    other.last.order = paidOrder({ code: 'LW-OTHR-2345', duration: 3 });
    await other.answer(paidOrder());
    await settle();
    expect(selectOrderFacts(other.now())?.lasts).toEqual({ duration: 12, durationUnit: 4 });
  });

  it.each<[what: string, changes: Partial<Order>, next: 'same' | 'nothing' | null]>([
    ['its amount again, if it renews', { autoRenew: true }, 'same'],
    ['nothing, if it does not', { autoRenew: false }, 'nothing'],
    ['an unknown amount after a change of plan', { autoRenew: true, reason: 'change' }, null],
  ])('charges %s', async (_what, changes, next) => {
    const { now } = await open(paidOrder(changes));
    expect(selectOrderFacts(now())?.next).toBe(next);
  });

  it('has delivered nothing before it is paid, or after a full refund', async () => {
    for (const order of [waiting, paidOrder({ status: 'refunded' })]) {
      expect(selectOrderFacts((await open(order)).now())).toBeNull();
    }
  });

  it('lasts for the bought duration (R48)', () => {
    expect(lastsUntil(waiting)).toBeNull();
    expect(lastsUntil(paidOrder({ duration: 24, durationUnit: 1 }))).toBe(
      '2030-01-02T00:01:00.000Z',
    );
  });

  it('can be paid by another method when the payment was declined', async () => {
    const { answer, now, send } = await open();
    await answer(declined);
    await send('payAgain.pressed');
    expect(now().output).toEqual({ kind: 'payAgain', order: declined });
  });
});
