import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, SimulatedClock } from 'xstate';
import type { ChangePreview, Membership, OlderOrders, Plan } from '../../model/membership.ts';
import type { Order } from '../../model/order.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import {
  endingPlan,
  oneTimePlan,
  pastDuePlan,
  sampleChange,
  samplePlan,
} from '../../testing/sample-plans.ts';
import { paidOrder, samplePrices } from '../../testing/sample-prices.ts';
import { offline, refused } from '../../testing/samples.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { subscriptionMachine } from '../subscription.machine.ts';
import {
  selectChangeStep,
  selectDoing,
  selectFrontStatus,
  selectHasOlder,
  selectListingFailure,
  selectOrders,
  selectOutcome,
  selectStatusInWords,
  selectSubscriptionFailure,
  selectSubscriptionView,
  selectTip,
} from '../subscription.selectors.ts';
import type { SubscriptionEvent } from '../subscription.types.ts';

type Wish = { id: string; productCode: string; amount: number; idempotencyKey: string };

const open = async (
  plan: Plan | null,
  { visitor = 'user-1', changes = [] as (() => Promise<Plan>)[], older = [] as Order[] } = {},
) => {
  const server = { plan };
  const clock = new SimulatedClock();
  const wishes: Wish[] = [];
  let previews = 0;
  let loads = 0;
  const logic = subscriptionMachine.provide({
    actors: {
      loadMembership: callActor(async (): Promise<Membership> => {
        loads += 1;
        return { plan: server.plan, orders: [paidOrder()], nextCursor: 'older' };
      }),
      loadOlderOrders: callActor(async (from: { cursor: string } | null): Promise<OlderOrders> => {
        if (older.length === 0) throw new PortError(offline);
        return {
          orders: older.splice(0, 2),
          nextCursor: older.length > 0 ? `${from?.cursor}+` : null,
        };
      }),
      loadPrices: callActor(async () => samplePrices),
      resumePlan: callActor(async () => samplePlan()),
      retryRenewal: callActor(async () =>
        Promise.reject(new PortError(refused('payment_declined'))),
      ),
      previewChange: callActor(async (): Promise<ChangePreview> => {
        previews += 1;
        return sampleChange({ idempotencyKey: `change-${previews}` });
      }),
      changePlan: callActor(async (wish: Wish | null) => {
        if (wish) wishes.push(wish);
        return (await changes.shift()?.()) ?? samplePlan();
      }),
    },
  });
  const { root, told } = startAmongOthers('subscription', logic, { input: { visitor }, clock });
  const actor = root.system.get('subscription') as ActorRefFrom<typeof subscriptionMachine>;
  const send = async (...events: SubscriptionEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  await settle();
  const pass = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  const now = () => actor.getSnapshot();
  return { wishes, told, send, pass, server, now, loads: () => loads };
};

const change = { type: 'change.pressed' } as const;
const weekly = { type: 'plan.chosen', productCode: 'plan-week' } as const;
const confirm = { type: 'change.confirmed' } as const;

describe('the membership plan page', () => {
  it.each([
    ['a visitor who is not signed in', 'signedOut', ''],
    ['a user, whose order can belong to another address,', 'shown', 'user-1'],
  ])('offers %s cancellation and withdrawal by order number (R74)', async (_, view, visitor) => {
    const { send, told, now } = await open(null, { visitor });
    expect(selectSubscriptionView(now())).toBe(view);
    await send({ type: 'codeWay.chosen', kind: 'cancel' });
    expect(told('dialogs')).toMatchObject([
      { dialog: { kind: 'cancellation', input: { kind: 'cancel', plan: null, order: null } } },
    ]);
  });

  it('lists older orders on request, each once', async () => {
    const older = ['LW-ABCD-2345', 'LW-OLDR-2345', 'LW-LAST-2345'].map((code) =>
      paidOrder({ code }),
    );
    const { send, now } = await open(null, { older });
    const codes = () => selectOrders(now()).map(({ code }) => code);
    const [newest] = codes();
    await send({ type: 'olderOrders.pressed' });
    // the page of older orders begins with an order that the list already contains
    expect(newest).toBe('LW-ABCD-2345');
    expect([codes(), selectHasOlder(now())]).toEqual([['LW-ABCD-2345', 'LW-OLDR-2345'], true]);
    await send({ type: 'olderOrders.pressed' });
    expect([codes().at(-1), selectHasOlder(now())]).toEqual(['LW-LAST-2345', false]);
    await send({ type: 'olderOrders.pressed' });
    expect(selectDoing(now())).toBeNull();
  });

  it('keeps the listed orders when older ones cannot be loaded, and tries again', async () => {
    const older: Order[] = [];
    const { send, now } = await open(null, { older });
    await send({ type: 'olderOrders.pressed' });
    expect(selectListingFailure(now())?.reason).toBe('offline');
    expect([selectSubscriptionFailure(now()), selectOrders(now()).length]).toEqual([null, 1]);
    older.push(paidOrder({ code: 'LW-OLDR-2345' }));
    await send({ type: 'olderOrders.pressed' });
    expect([selectListingFailure(now()), selectOrders(now()).length]).toEqual([null, 2]);
  });

  it('shows the front status and the tip of a cancelled plan (R50)', async () => {
    const { now } = await open(endingPlan());
    expect([selectFrontStatus(now()), selectTip(now())]).toEqual([10, 'ending']);
  });

  it.each([
    ['renews itself', samplePlan(), 1, null],
    ['was cancelled', endingPlan(), 10, 'ending'],
    ['was bought without renewal', oneTimePlan, 1, 'once'],
    ['is over', endingPlan({ subscriptionStatus: 2 }), 2, 'over'],
  ])('names the status and the end of a plan that %s (R51, R52)', async (_, plan, status, tip) => {
    const { now } = await open(plan);
    expect([selectStatusInWords(now()), selectTip(now())]).toEqual([status, tip]);
  });

  it('opens the cancellation dialog, and cancels nothing itself', async () => {
    const { send, told } = await open(samplePlan());
    await send({ type: 'cancel.pressed' });
    expect(told('dialogs')).toMatchObject([
      { dialog: { kind: 'cancellation', input: { kind: 'cancel', plan: { id: 'plan-1' } } } },
    ]);
  });

  it('changes to another plan with the amounts that were shown', async () => {
    const { send, wishes, now } = await open(samplePlan());
    await send(change);
    await send(weekly);
    expect(selectChangeStep(now())).toBe('confirming');
    expect(wishes).toEqual([]);
    await send(confirm, confirm);
    expect(wishes).toEqual([
      { id: 'plan-1', productCode: 'plan-week', amount: 0, idempotencyKey: 'change-1' },
    ]);
    expect(selectOutcome(now())).toBe('changed');
  });

  it.each([
    ['is paid', { productCode: 'plan-week', pendingChange: null }, 'changed'],
    ['is declined', { pendingChange: null }, 'notChanged'],
  ] as const)(
    'shows no outcome of a change whose charge is under way until it %s (R53)',
    async (_, end, said) => {
      const plan = samplePlan({ pendingChange: 'plan-week' });
      const { send, server, pass, told, now } = await open(samplePlan(), {
        changes: [async () => plan],
      });
      await send(change);
      await send(weekly);
      server.plan = plan;
      await send(confirm);
      expect([selectOutcome(now()), told('tabs')]).toEqual([null, [{ type: 'change.noticed' }]]);
      await pass(5000);
      expect(selectOutcome(now())).toBeNull();
      server.plan = samplePlan(end);
      await pass(5000);
      expect(selectOutcome(now())).toBe(said);
    },
  );

  it('loads again when the visitor leaves the list of plans (R71)', async () => {
    const { send, server, now } = await open(samplePlan());
    await send(change);
    server.plan = endingPlan();
    await send({ type: 'server.changed' }, { type: 'change.left' });
    expect(selectFrontStatus(now())).toBe(10);
  });

  it('keeps the key when the change is retried', async () => {
    const lost = () => Promise.reject(new PortError(offline));
    const { send, wishes } = await open(samplePlan(), { changes: [lost] });
    await send(change);
    await send(weekly);
    await send(confirm);
    await send(confirm);
    expect(wishes.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['change-1', 'change-1']);
  });

  it('shows new amounts when the price has changed', async () => {
    const dearer = () => Promise.reject(new PortError(refused('price_changed')));
    const { send, now, wishes } = await open(samplePlan(), { changes: [dearer] });
    await send(change);
    await send(weekly);
    await send(confirm);
    expect(selectChangeStep(now())).toBe('confirming');
    expect(selectSubscriptionFailure(now())?.code).toBe('price_changed');
    await send(confirm);
    expect(wishes.at(-1)?.idempotencyKey).toBe('change-2');
  });

  it('shows that a renewal was declined again', async () => {
    const { send, now } = await open(pastDuePlan);
    await send({ type: 'renewal.pressed' });
    expect(selectSubscriptionFailure(now())?.code).toBe('payment_declined');
  });

  it('loads again after a cancellation or withdrawal', async () => {
    const { send, loads } = await open(samplePlan());
    await send({ type: 'membership.changed' });
    expect(loads()).toBe(2);
  });
});
