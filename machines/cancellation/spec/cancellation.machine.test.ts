import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, fromCallback } from 'xstate';
import { selectFailure, selectForm } from '../../form/form.selectors.ts';
import type { CancellationWish, Left } from '../../model/membership.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { endingPlan, samplePlan, sampleWithdrawal } from '../../testing/sample-plans.ts';
import { paidOrder } from '../../testing/sample-prices.ts';
import { offline, refused } from '../../testing/samples.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { orderCodeFrom } from '../cancellation.form.ts';
import { cancellationMachine } from '../cancellation.machine.ts';
import { selectCancellationStep, selectCanRetry } from '../cancellation.selectors.ts';
import type { CancellationEvent, CancellationInput } from '../cancellation.types.ts';

const open = async (input: CancellationInput, answers: (() => Promise<Left>)[] = []) => {
  const wishes: CancellationWish[] = [];
  const logic = cancellationMachine.provide({
    actors: {
      sendOrderCode: callActor(async () => ({ resendAfterMs: 2000 })),
      lookAtOrder: callActor(async () => paidOrder()),
      previewWithdrawal: callActor(async () => sampleWithdrawal),
      leave: callActor(async (wish: CancellationWish): Promise<Left> => {
        wishes.push(wish);
        return (await answers.shift()?.()) ?? { kind: 'cancel', plan: endingPlan() };
      }),
      countDown: fromCallback(() => {}),
    },
  });
  const { root, told } = startAmongOthers('cancellation' as never, logic, { input });
  const actor = root.system.get('cancellation') as ActorRefFrom<typeof cancellationMachine>;
  const send = async (...events: CancellationEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  await settle();
  return { wishes, told, send, now: () => actor.getSnapshot() };
};

const confirmed = { type: 'cancellation.confirmed' } as const;
const submitted = { type: 'form.submitted' } as const;
const byCode = { kind: 'cancel', plan: null, order: null } as const;

describe('cancellation and withdrawal', () => {
  it('cancels a plan with the second press, once for several presses', async () => {
    const { wishes, told, send, now } = await open({
      kind: 'cancel',
      plan: samplePlan(),
      order: null,
    });
    expect(selectCancellationStep(now())).toBe('reviewing');
    expect(wishes).toEqual([]);
    await send(confirmed, confirmed);
    expect(wishes).toEqual([{ kind: 'cancel', id: 'plan-1' }]);
    expect(selectCancellationStep(now())).toBe('told');
    expect(told('subscription')).toEqual([{ type: 'membership.changed' }]);
  });

  it('shows the refund before a withdrawal', async () => {
    const { wishes, send, now } = await open({ kind: 'withdraw', plan: null, order: paidOrder() });
    expect(now().context.withdrawal).toEqual(sampleWithdrawal);
    await send(confirmed);
    expect(wishes).toEqual([{ kind: 'withdraw', code: 'LW-ABCD-2345', proof: null }]);
  });

  it('cancels without a sign-in by order code and mailed code (R74)', async () => {
    const { wishes, send, now } = await open(byCode);
    await send({ type: 'field.changed', name: 'order', value: 'lw abcd-2345' }, submitted);
    await send({ type: 'field.changed', name: 'code', value: '123 456' }, submitted);
    expect(selectCancellationStep(now())).toBe('reviewing');
    await send(confirmed);
    expect(wishes).toEqual([{ kind: 'cancel', code: 'LW-ABCD-2345', proof: '123456' }]);
  });

  it('does not request a code for an invalid order code', async () => {
    const { send, now } = await open(byCode);
    await send({ type: 'field.changed', name: 'order', value: 'LW-12' }, submitted);
    expect(selectCancellationStep(now())).toBe('asking');
    expect(selectForm(now()).problems).toEqual({ order: 'incomplete' });
  });

  it('asks for a new code when the code was used up', async () => {
    const refusal = () => Promise.reject(new PortError(refused('code_expired')));
    const { send, now } = await open(byCode, [refusal]);
    await send({ type: 'field.changed', name: 'order', value: 'LW-ABCD-2345' }, submitted);
    await send({ type: 'field.changed', name: 'code', value: '123456' }, submitted);
    await send(confirmed);
    expect(selectCancellationStep(now())).toBe('typing');
    expect(selectForm(now()).problems).toEqual({ code: 'code_expired' });
  });

  it.each([
    [offline, true],
    [refused('not_withdrawable'), false],
    [refused('deducted_by_change'), false],
  ])('offers to load the amounts again after %j: %s', async (failure, canRetry) => {
    const { now } = await open({ kind: 'withdraw', plan: null, order: paidOrder() });
    const context = { ...now().context, failure };
    const unknown = cancellationMachine.resolveState({ value: 'unknown', context });
    expect(selectCanRetry(unknown)).toBe(canRetry);
  });

  it('shows why nothing was ended, and retries on the next press', async () => {
    const lost = () => Promise.reject(new PortError(offline));
    const { wishes, send, now } = await open({ kind: 'cancel', plan: samplePlan(), order: null }, [
      lost,
    ]);
    await send(confirmed);
    expect(selectFailure(now())).toEqual(offline);
    await send(confirmed);
    expect(wishes).toHaveLength(2);
    expect(selectCancellationStep(now())).toBe('told');
  });

  it('cannot be closed during the call', async () => {
    const { send, now } = await open({ kind: 'cancel', plan: samplePlan(), order: null }, [
      () => new Promise(() => {}),
    ]);
    await send(confirmed, { type: 'dialog.cancelled' });
    expect(now().matches('ending')).toBe(true);
  });

  it('reads order codes as the server does', () => {
    expect(orderCodeFrom(' lw abcd 2345 ')).toBe('LW-ABCD-2345');
    expect(orderCodeFrom('ＬＷ－ABCD－2345')).toBe('LW-ABCD-2345');
  });
});
