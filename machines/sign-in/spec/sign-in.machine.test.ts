import { describe, expect, it } from 'vitest';
import { type EventObject, fromCallback } from 'xstate';
import {
  selectFailure,
  selectForm,
  selectIsBusy,
  selectRemainingSeconds,
  selectResend,
} from '../../form/form.selectors.ts';
import type { NewSession, PendingCode, Proof } from '../../model/account.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { newSession, offline, refused } from '../../testing/samples.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { signInMachine } from '../sign-in.machine.ts';
import { selectAddress, selectStep } from '../sign-in.selectors.ts';
import type { SignInEvent, SignInField } from '../sign-in.types.ts';

type Countdown = { afterMs: number; endsAt: number | null };

type World = {
  link?: string | null;
  pending?: PendingCode | null;
  hasProvider?: boolean;
  send?: () => Promise<{ resendAfterMs: number }>;
  look?: () => Promise<{ address: string }>;
  signIn?: (proof: Proof) => Promise<NewSession>;
  ask?: () => Promise<{ idToken: string }>;
};

const refuses = (code: string) => () => Promise.reject(new PortError(refused(code)));

/** Opens the dialog and records its port calls. */
const open = async (world: World = {}) => {
  const codes: unknown[] = [];
  const proofs: Proof[] = [];
  const links: unknown[] = [];
  const forgotten: unknown[] = [];
  const countdowns: (Countdown | null)[] = [];
  let tick: (remainingSeconds: number) => void = () => {};
  const kept: (PendingCode | null)[] = [];
  const logic = signInMachine.provide({
    actors: {
      findPendingCode: callActor(async () => ({
        pending: world.pending ?? null,
        hasProvider: world.hasProvider ?? true,
      })),
      forgetLink: callActor(async () => {
        forgotten.push(world.link);
      }),
      countDown: fromCallback<EventObject, Countdown | null>(({ input, sendBack }) => {
        countdowns.push(input);
        tick = (remainingSeconds) =>
          sendBack({ type: 'countdown.ticked', remainingSeconds, endsAt: 60_000 });
      }),
      keepPendingCode: callActor(async ({ pending }) => {
        kept.push(pending);
      }),
      sendCode: callActor((wish) => {
        codes.push(wish);
        return world.send?.() ?? Promise.resolve({ resendAfterMs: 60_000 });
      }),
      lookAtLink: callActor((looked: { link: string } | null) => {
        links.push(looked?.link);
        return world.look?.() ?? Promise.resolve({ address: 'anna@example.com' });
      }),
      signIn: callActor((proof: Proof | null) => {
        if (!proof) throw new Error('Expected a proof');
        proofs.push(proof);
        return world.signIn?.(proof) ?? Promise.resolve(newSession);
      }),
      askProvider: callActor(() => world.ask?.() ?? Promise.resolve({ idToken: 'id-token' })),
    },
  });
  const input = { link: world.link ?? null, hasEnded: false };
  const { root, told } = startAmongOthers('signIn' as never, logic, { input });
  const actor = root.system.get('signIn');
  const send = async (...events: SignInEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  await settle();
  return {
    codes,
    links,
    forgotten,
    countdowns,
    proofs,
    kept,
    send,
    tick: (remainingSeconds: number) => tick(remainingSeconds),
    now: () => actor.getSnapshot(),
    fill: (name: SignInField, value: string) => send({ type: 'field.changed', name, value }),
    begun: () => told('session'),
  };
};

const submitted = { type: 'form.submitted' } as const;

/** Opens the dialog after a code was sent to anna@example.com. */
const openAtCode = async (world: World = {}) => {
  const dialog = await open(world);
  await dialog.fill('address', ' Anna@Example.com ');
  await dialog.send(submitted);
  return dialog;
};

describe('signing in by a mailed code', () => {
  it('asks for an address, sends a code to it in lower case, and asks for the code', async () => {
    const { now, codes } = await openAtCode();
    expect(codes).toEqual([{ address: 'anna@example.com', purpose: 'signIn' }]);
    expect(selectStep(now())).toMatchObject({ name: 'code', use: 'signIn', hasPassword: false });
    expect(selectAddress(now())).toBe('anna@example.com');
  });

  it.each(['123 456', '１２３４５６', '123-456', ' 123456 '])(
    'accepts %s as soon as all six digits are typed, without a press',
    async (typed) => {
      const { fill, proofs, begun, now } = await openAtCode();
      await fill('code', typed);
      expect(proofs).toEqual([{ kind: 'code', address: 'anna@example.com', code: '123456' }]);
      expect(begun()).toEqual([{ type: 'session.begun', session: newSession }]);
      expect(now()).toMatchObject({ status: 'done', output: 'signedIn' });
    },
  );

  it.each(['12345', '1234567', '12345a'])('does not send %s', async (typed) => {
    const { fill, send, proofs, now } = await openAtCode();
    await fill('code', typed);
    await send(submitted);
    expect(proofs).toEqual([]);
    expect(selectForm(now()).problems.code).toBe('incomplete');
  });

  it.each(['invalid_code', 'code_expired'])(
    'shows at the field that the code is invalid (%s), and clears it',
    async (code) => {
      const { fill, now, begun } = await openAtCode({ signIn: refuses(code) });
      await fill('code', '123456');
      const { values, problems, refusals } = selectForm(now());
      expect([values.code, problems.code, refusals]).toEqual(['', code, 1]);
      expect(begun()).toEqual([]);
    },
  );

  it('keeps the typed code when the connection is lost, and shows a message', async () => {
    const failing = () => Promise.reject(new PortError(offline));
    const { fill, now } = await openAtCode({ signIn: failing });
    await fill('code', '123456');
    expect(selectFailure(now())).toEqual(offline);
    expect(selectForm(now()).values.code).toBe('123456');
  });

  it('returns to the address, which is still filled in', async () => {
    const { send, now } = await openAtCode();
    await send({ type: 'address.corrected' });
    expect(selectStep(now())).toEqual({ name: 'address', use: 'signIn' });
    expect(selectForm(now()).values.address).toBe(' Anna@Example.com ');
  });

  it('continues with a code that was sent recently, and waits before another code', async () => {
    const { now } = await openAtCode({ send: refuses('code_too_soon') });
    expect(selectStep(now()).name).toBe('code');
    expect([selectResend(now()), selectRemainingSeconds(now())]).toEqual(['waiting', 60]);
  });
});

describe('another code', () => {
  it('is offered after the wait, and then starts another wait', async () => {
    const { tick, countdowns, now, send, codes, kept } = await openAtCode();
    tick(1);
    await send({ type: 'resend.pressed' });
    expect([selectRemainingSeconds(now()), selectResend(now()), codes.length]).toEqual([
      1,
      'waiting',
      1,
    ]);
    tick(0);
    expect([selectRemainingSeconds(now()), selectResend(now())]).toEqual([0, 'free']);
    await send({ type: 'resend.pressed' });
    expect([selectRemainingSeconds(now()), codes.length, kept.at(-1)?.resendAfterMs]).toEqual([
      60, 2, 60_000,
    ]);
    expect(countdowns).toEqual(Array(2).fill({ afterMs: 60_000, endsAt: null }));
  });

  it('is offered on time after the device slept', async () => {
    const { tick, now } = await openAtCode();
    tick(59);
    tick(7);
    expect(selectRemainingSeconds(now())).toBe(7);
    tick(0);
    expect(selectResend(now())).toBe('free');
  });

  it('is offered at the same time while a code is checked', async () => {
    const { tick, fill, countdowns } = await openAtCode({ signIn: refuses('invalid_code') });
    tick(40);
    await fill('code', '123456');
    expect(countdowns.at(-1)).toEqual({ afterMs: 40_000, endsAt: 60_000 });
  });

  it('that cannot be sent shows a message, and can be requested again', async () => {
    const answers = [{ resendAfterMs: 0 }];
    const { now, send } = await openAtCode({
      send: () => {
        const [answer] = answers.splice(0);
        return answer ? Promise.resolve(answer) : Promise.reject(new PortError(offline));
      },
    });
    await send({ type: 'resend.pressed' });
    expect([selectResend(now()), selectFailure(now())]).toEqual(['free', offline]);
  });
});

describe('a reload between mail and code', () => {
  const pending = {
    address: 'anna@example.com',
    use: 'signIn',
    resendAfterMs: 30_000,
  } as const;

  it('continues at the code, with the remaining seconds', async () => {
    const { now } = await open({ pending });
    expect(selectStep(now())).toMatchObject({ name: 'code', use: 'signIn' });
    expect([selectAddress(now()), selectRemainingSeconds(now())]).toEqual(['anna@example.com', 30]);
  });

  it.each([
    ['signUp', true],
    ['reset', true],
    ['signIn', false],
  ] as const)('continues with the purpose of the code (%s)', async (use, hasPassword) => {
    const { now, kept } = await open({ pending: { ...pending, use } });
    expect(selectStep(now())).toMatchObject({ name: 'code', use, hasPassword });
    expect(kept).toEqual([{ ...pending, use }]);
  });

  it('starts again with the provider, whose token was lost with the page', async () => {
    const { now } = await open({ pending: { ...pending, use: 'provider' } });
    expect(selectStep(now())).toEqual({ name: 'address', use: 'signIn' });
    expect(selectAddress(now())).toBe('anna@example.com');
  });

  it('finds the data saved when the code was sent, and none after it is used', async () => {
    const { kept, fill } = await openAtCode();
    expect(kept).toEqual([{ address: 'anna@example.com', use: 'signIn', resendAfterMs: 60_000 }]);
    await fill('code', '123456');
    expect(kept.at(-1)).toBeNull();
  });
});

describe('a password', () => {
  it('signs in with its address (R25)', async () => {
    const { fill, send, proofs, now } = await open();
    await send({ type: 'passwordWay.chosen' });
    await fill('address', 'Anna@example.com');
    await fill('password', 'short');
    await send(submitted);
    expect(proofs).toEqual([{ kind: 'password', address: 'anna@example.com', password: 'short' }]);
    expect(now().output).toBe('signedIn');
  });

  it.each([
    ['in place of a code that does not come', [], 'password'],
    [
      'but not in place of the code for a new one',
      ['passwordWay.chosen', 'account.wanted'],
      'code',
    ],
  ] as const)('can be chosen %s', async (_, ways, step) => {
    const { fill, send, now } = await open();
    for (const type of ways) await send({ type });
    await fill('address', 'anna@example.com');
    await send(submitted);
    await send({ type: 'passwordWay.chosen' });
    expect(selectStep(now()).name).toBe(step);
  });

  it('that is wrong is reported at its field (R25, R29)', async () => {
    const { fill, send, now } = await open({ signIn: refuses('invalid_credentials') });
    await send({ type: 'passwordWay.chosen' });
    await fill('address', 'anna@example.com');
    await fill('password', 'seven hills');
    await send(submitted);
    expect(selectForm(now()).problems).toMatchObject({ password: 'invalid_credentials' });
  });

  it.each([
    ['account.wanted', 'signUp'],
    ['password.forgotten', 'reset'],
  ] as const)('is chosen together with the code (%s) (R24, R28)', async (type, kind) => {
    const { fill, send, codes, proofs, now } = await open();
    await send({ type: 'passwordWay.chosen' }, { type });
    await fill('address', 'anna@example.com');
    await send(submitted);
    expect(codes).toEqual([
      { address: 'anna@example.com', purpose: kind === 'reset' ? 'resetPassword' : 'signIn' },
    ]);
    await fill('code', '123456');
    expect(selectStep(now())).toMatchObject({ name: 'code', hasPassword: true });
    await fill('password', 'seven');
    await send(submitted);
    expect([selectForm(now()).problems.password, proofs]).toEqual(['tooShort', []]);
    await fill('password', 'seven hills');
    await send(submitted);
    const password = 'seven hills';
    expect(proofs).toEqual([{ kind, address: 'anna@example.com', code: '123456', password }]);
  });

  it('that is too common is refused at its field, and the code stays (R28)', async () => {
    const { fill, send, now } = await open({ signIn: refuses('weak_password') });
    await send({ type: 'passwordWay.chosen' }, { type: 'account.wanted' });
    await fill('address', 'anna@example.com');
    await send(submitted);
    await fill('code', '123456');
    await fill('password', 'password1');
    await send(submitted);
    const { problems, values } = selectForm(now());
    expect([problems.password, values.code]).toEqual(['weak_password', '123456']);
  });
});

describe('an identity provider', () => {
  it('signs in with its token (R26)', async () => {
    const { send, proofs, now } = await open();
    await send({ type: 'provider.chosen' });
    expect(proofs).toEqual([{ kind: 'provider', idToken: 'id-token', mailed: null }]);
    expect(now().output).toBe('signedIn');
  });

  it('that is not offered cannot be called', async () => {
    const { send, now } = await open({ hasProvider: false });
    await send({ type: 'provider.chosen' });
    expect(selectStep(now()).name).toBe('address');
  });

  it('without a verified address asks for a mailed code first', async () => {
    const { send, fill, proofs, now } = await open({
      signIn: (proof) =>
        proof.kind === 'provider' && proof.mailed === null
          ? refuses('email_unverified')()
          : Promise.resolve(newSession),
    });
    await send({ type: 'provider.chosen' });
    expect(selectStep(now())).toMatchObject({ name: 'address', use: 'provider' });
    await fill('address', 'anna@example.com');
    await send(submitted);
    await fill('code', '123456');
    const mailed = { address: 'anna@example.com', code: '123456' };
    expect(proofs.at(-1)).toEqual({ kind: 'provider', idToken: 'id-token', mailed });
    expect(now().output).toBe('signedIn');
  });

  it('shows a message if its window was blocked, and none if it was closed', async () => {
    const codes = ['popup_blocked', 'popup_closed'];
    const { send, now } = await open({ ask: () => refuses(codes.shift() ?? '')() });
    await send({ type: 'provider.chosen' });
    expect(selectFailure(now())?.code).toBe('popup_blocked');
    await send({ type: 'provider.chosen' });
    expect([selectStep(now()).name, selectFailure(now())]).toEqual(['address', null]);
  });
});

describe('a mailed link', () => {
  it('shows its account, and signs in only after a press (R27)', async () => {
    const { send, links, proofs, now } = await open({ link: 'link-1' });
    expect([links, proofs]).toEqual([['link-1'], []]);
    expect([selectStep(now()), selectIsBusy(now())]).toEqual([
      { name: 'link', address: 'anna@example.com' },
      false,
    ]);
    await send({ type: 'link.accepted' });
    expect(proofs).toEqual([{ kind: 'link', link: 'link-1' }]);
    expect(now().output).toBe('signedIn');
  });

  it('cannot be used before its address is known', async () => {
    const { send, proofs, now } = await open({ link: 'link-1', look: () => new Promise(() => {}) });
    await send({ type: 'link.accepted' });
    expect([selectStep(now()), selectIsBusy(now()), proofs]).toEqual([
      { name: 'link', address: null },
      true,
      [],
    ]);
  });

  it('that cannot be checked shows why, and is checked again by a press', async () => {
    const answers = [() => Promise.reject(new PortError(offline))];
    const { send, links, now } = await open({
      link: 'link-1',
      look: () => answers.shift()?.() ?? Promise.resolve({ address: 'anna@example.com' }),
    });
    expect([selectStep(now()), selectIsBusy(now()), selectFailure(now())]).toEqual([
      { name: 'link', address: null },
      false,
      offline,
    ]);
    await send({ type: 'link.accepted' }, { type: 'link.retried' });
    expect([selectStep(now()), selectFailure(now()), links.length]).toEqual([
      { name: 'link', address: 'anna@example.com' },
      null,
      2,
    ]);
  });

  it('can be left for another sign-in method, and is not used up', async () => {
    const { send, proofs, forgotten, now } = await open({ link: 'link-1' });
    await send({ type: 'codeWay.chosen' });
    expect([selectStep(now()).name, selectAddress(now()), proofs]).toEqual(['address', '', []]);
    expect(forgotten).toEqual(['link-1']);
  });

  it('that is invalid leads to the other methods before anything is pressed', async () => {
    const { proofs, forgotten, now } = await open({
      link: 'link-1',
      look: refuses('invalid_link'),
    });
    expect([selectStep(now()).name, selectFailure(now())?.code, proofs]).toEqual([
      'address',
      'invalid_link',
      [],
    ]);
    expect(forgotten).toEqual(['link-1']);
  });

  it('that was already used leads to the other methods, with the reason (R27)', async () => {
    const { send, now } = await open({ link: 'link-1', signIn: refuses('invalid_link') });
    await send({ type: 'link.accepted' });
    expect([selectStep(now()).name, selectFailure(now())?.code]).toEqual([
      'address',
      'invalid_link',
    ]);
  });

  it('can be pressed again after the connection was lost', async () => {
    const answers = [() => Promise.reject(new PortError(offline)), async () => newSession];
    const { send, now } = await open({
      link: 'link-1',
      signIn: () => answers.shift()?.() ?? Promise.resolve(newSession),
    });
    await send({ type: 'link.accepted' });
    expect([selectStep(now()).name, selectFailure(now())]).toEqual(['link', offline]);
    await send({ type: 'link.accepted' });
    expect(now().output).toBe('signedIn');
  });
});

it('ends when another tab has signed in, and removes its requested code', async () => {
  const { send, now, kept } = await openAtCode();
  await send({ type: 'session.begun' });
  expect([now().output, kept.at(-1)]).toEqual(['signedIn', null]);
});

it('ends at any step when it is closed', async () => {
  const { send, now } = await openAtCode();
  await send({ type: 'dialog.cancelled' });
  expect(now().output).toBe('cancelled');
});

it("shows an address's problem when its field is left, until the address is changed (R29)", async () => {
  const { fill, send, now } = await open();
  await send({ type: 'field.left', name: 'address' });
  expect(selectForm(now()).problems.address).toBeUndefined();
  await fill('address', 'anna@');
  await send({ type: 'field.left', name: 'address' });
  expect(selectForm(now()).problems.address).toBe('invalid');
  await fill('address', 'anna@e');
  expect(selectForm(now()).problems.address).toBeUndefined();
});

it.each([
  ['', 'missing'],
  ['anna', 'invalid'],
  ['anna@example', 'invalid'],
  ['an na@example.com', 'invalid'],
  ['anna@example..com', 'invalid'],
  [`${'a'.repeat(300)}@example.com`, 'tooLong'],
])('sends no code to “%s”', async (address, problem) => {
  const { fill, send, codes, now } = await open();
  await fill('address', address);
  await send(submitted);
  expect([selectForm(now()).problems.address, codes]).toEqual([problem, []]);
});
