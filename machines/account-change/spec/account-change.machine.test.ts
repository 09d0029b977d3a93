import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import {
  selectFailure,
  selectForm,
  selectIsBusy,
  selectRemainingSeconds,
  selectResend,
} from '../../form/form.selectors.ts';
import type { AccountWish, OwnAccount, OwnCodePurpose } from '../../model/own-account.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { offline, refused } from '../../testing/samples.ts';
import { deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { accountChangeMachine } from '../account-change.machine.ts';
import { selectChangeStep } from '../account-change.selectors.ts';
import type {
  AccountChangeEvent,
  AccountChangeField,
  AccountChangeInput,
} from '../account-change.types.ts';

const own: OwnAccount = {
  email: 'anna@example.com',
  hasPassword: true,
  locale: 'en',
  reminders: true,
};

type Countdown = { afterMs: number; endsAt: number | null };

type Asked = { address: string; purpose: OwnCodePurpose };

type Answers = {
  sends?: (() => Promise<{ resendAfterMs: number }>)[];
  changes?: (() => Promise<OwnAccount | null>)[];
};

const open = async (
  kind: AccountChangeInput['kind'],
  { sends = [], changes = [] }: Answers = {},
  hasPassword = true,
) => {
  const asked: Asked[] = [];
  const wishes: AccountWish[] = [];
  const countdowns: (Countdown | null)[] = [];
  let tick: (remainingSeconds: number) => void = () => {};
  const logic = accountChangeMachine.provide({
    actors: {
      sendOwnCode: callActor((wish: Asked) => {
        asked.push(wish);
        return sends.shift()?.() ?? Promise.resolve({ resendAfterMs: 2000 });
      }),
      changeAccount: callActor((wish: AccountWish) => {
        wishes.push(wish);
        return changes.shift()?.() ?? Promise.resolve(wish.kind === 'deletion' ? null : own);
      }),
      countDown: fromCallback<EventObject, Countdown | null>(({ input, sendBack }) => {
        countdowns.push(input);
        tick = (remainingSeconds) =>
          sendBack({ type: 'countdown.ticked', remainingSeconds, endsAt: 60_000 });
      }),
    },
  });
  const input = { kind, address: own.email, hasPassword };
  const { root, told } = startAmongOthers('accountChange' as never, logic, { input });
  const actor = root.system.get('accountChange') as ActorRefFrom<typeof accountChangeMachine>;
  const send = async (...events: AccountChangeEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  const fill = (name: AccountChangeField, value: string) =>
    send({ type: 'field.changed', name, value });
  await settle();
  return {
    asked,
    wishes,
    countdowns,
    told,
    send,
    fill,
    tick: (remainingSeconds: number) => tick(remainingSeconds),
    now: () => actor.getSnapshot(),
  };
};

const submitted = { type: 'form.submitted' } as const;

const failing = (failure: ConstructorParameters<typeof PortError>[0]) => () =>
  Promise.reject(new PortError(failure));

describe('a change of the password', () => {
  it('is saved with the current password, and the page is notified', async () => {
    const { asked, wishes, told, send, fill, now } = await open('password');
    await fill('oldPassword', 'seven hills');
    await fill('password', 'eight rivers');
    await send(submitted);
    expect(wishes).toEqual([
      { kind: 'password', password: 'eight rivers', proof: { oldPassword: 'seven hills' } },
    ]);
    expect([asked, now().output]).toEqual([[], 'changed']);
    expect(told('account')).toEqual([{ type: 'account.changed', account: own }]);
  });

  it("is refused at the current password's field if that password is wrong", async () => {
    const wrong = failing(refused('invalid_credentials'));
    const { send, fill, now } = await open('password', { changes: [wrong] });
    await fill('oldPassword', 'six hills');
    await fill('password', 'eight rivers');
    await send(submitted);
    expect(selectForm(now())).toMatchObject({
      problems: { oldPassword: 'invalid_credentials' },
      refusals: 1,
    });
  });

  it('is saved with a mailed code by a user who has no password, or has forgotten it', async () => {
    for (const hasPassword of [true, false]) {
      const { asked, wishes, send, fill } = await open('password', {}, hasPassword);
      if (hasPassword) await send({ type: 'codeWay.chosen' });
      await send(submitted);
      await fill('code', '１２３ 456');
      await fill('password', 'eight rivers');
      await send(submitted);
      expect(asked).toEqual([{ address: own.email, purpose: 'resetPassword' }]);
      expect(wishes).toEqual([
        { kind: 'password', password: 'eight rivers', proof: { code: '123456' } },
      ]);
    }
  });

  it('is refused at its field if the server finds it weak', async () => {
    const { send, fill, now } = await open(
      'password',
      { changes: [failing(refused('weak_password'))] },
      false,
    );
    await send(submitted);
    await fill('code', '123456');
    await fill('password', 'password1');
    await send(submitted);
    expect(selectForm(now()).problems).toEqual({ password: 'weak_password' });
    expect(selectForm(now()).values.code).toBe('123456');
  });
});

describe('a change of the address', () => {
  const typed = async (answers: Answers = {}) => {
    const dialog = await open('address', answers);
    await dialog.fill('address', ' Bea@Example.com');
    await dialog.send(submitted);
    await dialog.fill('currentCode', '111 111');
    await dialog.fill('code', '222 222');
    return dialog;
  };

  it('is proven by a code from each mailbox', async () => {
    const { asked, wishes, send, now } = await typed();
    await send(submitted, submitted);
    expect(asked).toEqual([{ address: 'bea@example.com', purpose: 'changeEmail' }]);
    expect(wishes).toEqual([
      { kind: 'address', address: 'bea@example.com', code: '222222', currentCode: '111111' },
    ]);
    expect(now().output).toBe('changed');
  });

  it('requires an address other than the current one', async () => {
    const { asked, send, fill, now } = await open('address');
    await fill('address', 'ANNA@example.com');
    await send(submitted);
    expect([asked, selectForm(now()).problems]).toEqual([[], { address: 'same' }]);
  });

  it("to another account's address is refused at its field, one step before", async () => {
    const { send, now } = await typed({ changes: [failing(refused('email_taken'))] });
    await send(submitted);
    expect(selectChangeStep(now())).toBe('asking');
    expect(selectForm(now()).problems).toEqual({ address: 'email_taken' });
  });

  it('shows at both code fields that one code is wrong, and keeps the typed codes', async () => {
    const { send, now } = await typed({ changes: [failing(refused('invalid_code'))] });
    await send(submitted);
    expect(selectForm(now())).toMatchObject({
      values: { currentCode: '111 111', code: '222 222' },
      problems: { currentCode: 'invalid_code', code: 'invalid_code' },
    });
  });

  it('that was corrected within a minute does not show a code as sent', async () => {
    const { send, fill, now } = await typed({
      sends: [() => Promise.resolve({ resendAfterMs: 2000 }), failing(refused('code_too_soon'))],
    });
    await send({ type: 'address.corrected' });
    await fill('address', 'bee@example.com');
    await send(submitted);
    expect(selectChangeStep(now())).toBe('asking');
    expect(selectFailure(now())?.code).toBe('code_too_soon');
  });

  it('to an uncorrected address continues with the codes that were sent', async () => {
    const { send, now } = await typed({
      sends: [() => Promise.resolve({ resendAfterMs: 2000 }), failing(refused('code_too_soon'))],
    });
    await send({ type: 'address.corrected' });
    await send(submitted);
    expect(selectChangeStep(now())).toBe('typing');
  });
});

describe('the deletion of an account', () => {
  const typed = async (answers: Answers = {}) => {
    const dialog = await open('deletion', answers);
    await dialog.send(submitted);
    await dialog.fill('code', '123456');
    return dialog;
  };

  it('needs a press after the last digit', async () => {
    const { asked, wishes } = await typed();
    expect([asked, wishes]).toEqual([[{ address: own.email, purpose: 'deleteAccount' }], []]);
  });

  it('leaves a guest on the home page with a message', async () => {
    const { wishes, told, send } = await typed();
    await send(submitted, submitted);
    expect(wishes).toEqual([{ kind: 'deletion', code: '123456' }]);
    expect(told('session')).toEqual([{ type: 'session.cleared' }]);
    expect(told('studio')).toEqual([{ type: 'photo.removed' }]);
    expect(told('batch')).toEqual([{ type: 'batch.cleared' }, { type: 'batch.dismissed' }]);
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/' }]);
    expect(told('dialogs')).toMatchObject([{ dialog: { kind: 'messageBox', requester: null } }]);
  });

  it('cannot be cancelled during the call', async () => {
    const answer = deferred<null>();
    const { send, now } = await typed({ changes: [() => answer.promise] });
    await send(submitted, { type: 'dialog.cancelled' });
    expect(now().matches('checking')).toBe(true);
    answer.resolve(null);
    await settle();
    expect(now().matches('deleted')).toBe(true);
  });

  it('does not happen without a code, nor when the dialog is closed', async () => {
    const { wishes, send, fill, now } = await typed();
    await fill('code', '12');
    await send(submitted);
    expect(selectForm(now()).problems).toEqual({ code: 'incomplete' });
    await send({ type: 'dialog.cancelled' });
    expect([wishes, now().output]).toEqual([[], 'cancelled']);
  });

  it('keeps the code when the connection is lost', async () => {
    const { send, now } = await typed({ changes: [failing(offline)] });
    await send(submitted);
    expect([selectFailure(now()), selectForm(now()).values.code]).toEqual([offline, '123456']);
  });
});

describe('the codes', () => {
  it('can be requested again after the wait', async () => {
    const { asked, countdowns, tick, send, now } = await open('deletion');
    await send(submitted, { type: 'resend.pressed' });
    tick(1);
    await send({ type: 'resend.pressed' });
    expect([asked.length, selectResend(now())]).toEqual([1, 'waiting']);
    expect(selectRemainingSeconds(now())).toBe(1);
    tick(0);
    expect(selectResend(now())).toBe('free');
    await send({ type: 'resend.pressed' });
    expect(asked).toHaveLength(2);
    expect(countdowns).toEqual(Array(2).fill({ afterMs: 2000, endsAt: null }));
  });

  it('have the same resend time after a wrong code', async () => {
    const changes = [failing(refused('invalid_code'))];
    const { countdowns, tick, send, fill, now } = await open('deletion', { changes });
    await send(submitted);
    tick(1);
    await fill('code', '123456');
    await send(submitted);
    expect([selectChangeStep(now()), selectIsBusy(now())]).toEqual(['typing', false]);
    expect(countdowns.at(-1)).toEqual({ afterMs: 1000, endsAt: 60_000 });
  });

  it('are not shown as sent when another mail was sent a moment ago', async () => {
    const { send, now } = await open('deletion', { sends: [failing(refused('code_too_soon'))] });
    await send(submitted);
    expect([selectChangeStep(now()), selectFailure(now())?.code]).toEqual([
      'asking',
      'code_too_soon',
    ]);
  });

  it('of an ended session close the dialog, and the cause is reported to the root (R36)', async () => {
    const { send, now, told } = await open('deletion', { sends: [failing(refused('10009'))] });
    await send(submitted);
    expect(now().output).toBe('cancelled');
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused('10009') }]);
  });
});
