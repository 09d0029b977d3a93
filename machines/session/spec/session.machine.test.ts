import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import type { NewSession } from '../../model/account.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import type { KeptSession, UserInfo } from '../../model/user.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { sessionMachine } from '../session.machine.ts';
import {
  isCallerKnown,
  selectAllowance,
  selectCaller,
  selectIsLoggedIn,
  selectOwnAddress,
} from '../session.selectors.ts';

const guest: UserInfo = {
  vipStatus: 0,
  subscriptionStatus: 0,
  allowance: { limit: 20, used: 3, resetsAt: '2026-11-21T00:00:00.000Z' },
};
const user = {
  id: '7',
  vipStatus: 1,
  subscriptionStatus: 1,
  allowance: null,
} satisfies UserInfo;
const kept: KeptSession = { user, token: 'token-1' };

const silent = () => new Promise<never>(() => {});

const start = (
  options: {
    restored?: KeptSession | null | PortError;
    refresh?: () => Promise<UserInfo>;
    clear?: PortError;
    keep?: PortError;
    entry?: { link: string | null };
    end?: () => Promise<void>;
  } = {},
) => {
  let elsewhere: (kept: KeptSession | null, ended: string | null) => void = () => {};
  const asked: string[] = [];
  const logic = sessionMachine.provide({
    actors: {
      restoreSession: callActor(() =>
        options.restored instanceof PortError
          ? Promise.reject(options.restored)
          : Promise.resolve(options.restored ?? null),
      ),
      refreshUser: callActor(() => {
        asked.push('refresh');
        return options.refresh?.() ?? Promise.resolve(guest);
      }),
      keepUser: callActor((session: KeptSession | null) => {
        asked.push(`keep ${session?.user.id} ${session?.token}`);
        return options.keep ? Promise.reject(options.keep) : Promise.resolve();
      }),
      clearSession: callActor((ended: { token: string }) => {
        asked.push(`clear ${ended.token}`);
        return options.clear ? Promise.reject(options.clear) : Promise.resolve();
      }),
      watchSession: fromCallback(({ sendBack }) => {
        elsewhere = (kept, ended) => sendBack({ type: 'session.elsewhere', kept, ended });
      }),
      findEntry: callActor(() => Promise.resolve(options.entry ?? null)),
      closeEntry: callActor(async () => {
        asked.push('close');
      }),
      endSession: callActor((ended: { token: string } | null) => {
        asked.push(`end ${ended?.token}`);
        return options.end?.() ?? Promise.resolve();
      }),
    },
  });
  const { root, told } = startAmongOthers('session', logic);
  const actor = chartRef(root.system, 'session');
  if (!actor) throw new Error('The session chart did not start');
  const heard = (kept: KeptSession | null, ended: string | null = null) => elsewhere(kept, ended);
  return { actor, asked, told, heard, now: () => actor.getSnapshot() };
};

const restoredFrom = async (restored: PortError) => {
  const session = start({ restored, refresh: () => Promise.resolve(user) });
  await settle();
  return session;
};

describe('session', () => {
  it("is a guest when the answer has no id, with today's allowance (R20)", async () => {
    const { now, told } = start();
    expect(isCallerKnown(now())).toBe(false);
    await settle();
    expect(selectIsLoggedIn(now())).toBe(false);
    expect(selectAllowance(now())).toEqual(guest.allowance);
    expect(told('app').at(-1)).toEqual({ type: 'user.changed', user: guest });
  });

  it('is signed in when the answer has an id (R20)', async () => {
    const { now } = start({ refresh: () => Promise.resolve(user) });
    await settle();
    expect(selectIsLoggedIn(now())).toBe(true);
    expect(now().context.user).toEqual(user);
  });

  it('shows the restored user during the server call, and when the server cannot be reached (R12)', async () => {
    const failure = new PortError({ reason: 'offline' });
    const { now, told } = start({ restored: kept, refresh: () => Promise.reject(failure) });
    await settle();
    expect(selectIsLoggedIn(now())).toBe(true);
    expect(now().context.user).toEqual(user);
    expect(told('app')).toContainEqual({ type: 'call.rejected', failure: failure.failure });
  });

  it('calls the server even when the cookies cannot be read, and reports the failure', async () => {
    const { now, told } = await restoredFrom(new PortError({ reason: 'unsupported' }));
    expect(selectIsLoggedIn(now())).toBe(true);
    expect(told('app')).toContainEqual({
      type: 'call.rejected',
      failure: { reason: 'unsupported' },
    });
  });

  it('saves the user from the server for the next visit', async () => {
    const { asked } = start({ refresh: () => Promise.resolve(user) });
    await settle();
    expect(asked).toEqual(['refresh', 'keep 7 ']);
  });

  it('shows the user even when the browser refuses storage', async () => {
    const failure = { reason: 'unsupported' } as const;
    const { now, told } = start({
      refresh: () => Promise.resolve(user),
      keep: new PortError(failure),
    });
    await settle();
    expect([selectIsLoggedIn(now()), now().context.user]).toEqual([true, user]);
    expect(told('app')).toContainEqual({ type: 'call.rejected', failure });
  });

  it('repeats a failed call when the connection is back', async () => {
    let online = false;
    const { actor, now, asked } = start({
      refresh: () =>
        online ? Promise.resolve(user) : Promise.reject(new PortError({ reason: 'timeout' })),
    });
    await settle();
    online = true;
    actor.send({ type: 'connection.restored' });
    await settle();
    expect(selectIsLoggedIn(now())).toBe(true);
    actor.send({ type: 'connection.restored' });
    await settle();
    expect(asked).toEqual(['refresh', 'refresh', 'keep 7 ']);
  });

  it('repeats the call when the user is outdated', async () => {
    const { actor, asked } = start();
    await settle();
    actor.send({ type: 'user.outdated' });
    actor.send({ type: 'user.outdated' });
    await settle();
    expect(asked).toEqual(['refresh', 'refresh', 'refresh']);
  });

  it('removes the user at once when the session is cleared, and clears the cookies (R21, R36)', async () => {
    const { actor, now, asked, told } = start({ refresh: () => Promise.resolve(user) });
    await settle();
    actor.send({ type: 'session.cleared' });
    expect(now().context.user).toBeNull();
    expect(told('app').at(-1)).toEqual({ type: 'user.changed', user: null });
    expect(asked).toEqual(['refresh', 'keep 7 ', 'refresh', 'clear ']);
  });

  it.each([
    ['a user', user],
    ['a guest', guest],
  ])('asks again as a guest when %s is cleared, and gets the allowance again', async (_, who) => {
    const answers = [who, guest];
    const { actor, now } = start({
      refresh: () => Promise.resolve(answers.shift() ?? guest),
    });
    await settle();
    actor.send({ type: 'session.cleared' });
    await settle();
    expect(now().matches({ known: { freshness: 'fresh', identity: 'guest' } })).toBe(true);
    expect(selectAllowance(now())).toEqual(guest.allowance);
  });

  it('does not loop when a guest is refused as well', async () => {
    const failure = new PortError({ reason: 'refused', code: '10009' });
    const { actor, asked, now } = start({ restored: kept, refresh: () => Promise.reject(failure) });
    await settle();
    // the root sends this event after each refusal (R36)
    actor.send({ type: 'session.cleared' });
    await settle();
    actor.send({ type: 'session.cleared' });
    await settle();
    expect(asked.filter((call) => call === 'refresh')).toHaveLength(2);
    expect(now().matches({ known: { freshness: 'stale' } })).toBe(true);
  });

  it('is a guest even when the cookies cannot be cleared', async () => {
    const failure = { reason: 'unexpected' } as const;
    const answers: UserInfo[] = [user];
    const { actor, now, told } = start({
      refresh: () => Promise.resolve(answers.shift() ?? guest),
      clear: new PortError(failure),
    });
    await settle();
    actor.send({ type: 'session.cleared' });
    await settle();
    expect(selectIsLoggedIn(now())).toBe(false);
    expect(told('app')).toContainEqual({ type: 'call.rejected', failure });
  });

  it('reports the user from the cookies to the root during the server call', async () => {
    const { now, told } = start({ restored: kept, refresh: silent });
    await settle();
    expect(told('app')).toEqual([{ type: 'user.changed', user }]);
    expect(now().matches({ known: { freshness: 'asking' } })).toBe(true);
  });

  it('clears both cookies when the server reports a guest', async () => {
    const { asked, now } = start({ restored: kept });
    await settle();
    expect(asked).toEqual(['refresh', 'clear token-1']);
    expect([selectIsLoggedIn(now()), selectCaller(now())]).toEqual([false, { kind: 'guest' }]);
  });

  it('ignores an answer about a user who was cleared meanwhile', async () => {
    const answer = Promise.withResolvers<UserInfo>();
    const answers = [answer.promise];
    const { actor, now } = start({
      restored: kept,
      refresh: () => answers.shift() ?? Promise.resolve(guest),
    });
    await settle();
    actor.send({ type: 'session.cleared' });
    answer.resolve(user);
    await settle();
    expect([selectCaller(now()), now().context.user]).toEqual([{ kind: 'guest' }, guest]);
  });
});

describe('the caller', () => {
  it('is unknown before the cookies are read', async () => {
    const { now } = start({ restored: kept, refresh: silent });
    expect(isCallerKnown(now())).toBe(false);
    await settle();
    expect([isCallerKnown(now()), selectCaller(now())]).toEqual([
      true,
      { kind: 'user', token: 'token-1' },
    ]);
  });

  it('is a guest without a stored user, even before the server has answered', async () => {
    const { now } = start({ refresh: silent });
    await settle();
    expect([isCallerKnown(now()), selectCaller(now())]).toEqual([true, { kind: 'guest' }]);
  });

  it('is a guest as soon as the session is cleared', async () => {
    const { actor, now } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    actor.send({ type: 'session.cleared' });
    expect(selectCaller(now())).toEqual({ kind: 'guest' });
  });

  it('keeps the token while the call is repeated', async () => {
    const { actor, now } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    actor.send({ type: 'user.outdated' });
    expect(selectCaller(now())).toEqual({ kind: 'user', token: 'token-1' });
    await settle();
    expect(selectCaller(now())).toEqual({ kind: 'user', token: 'token-1' });
  });
});

const begun: NewSession = {
  user: { ...user, email: 'anna@example.com' },
  token: 'token-2',
  merged: { records: 0 },
  welcome: 0,
};

describe('signing in', () => {
  it('shows the credits of a new account, and the photos that were moved to it', async () => {
    const { actor, told } = start();
    await settle();
    const session = { ...begun, welcome: 20, merged: { records: 3 } };
    actor.send({ type: 'session.begun', session });
    expect(told('toast').at(-1)).toMatchObject({
      message: { id: 'toast.welcome', values: { credits: 20, count: 3 } },
    });
  });

  it('is known at once, without a call, and saved for the next visit (R21)', async () => {
    const { actor, now, asked, told } = start();
    await settle();
    actor.send({ type: 'session.begun', session: begun });
    expect([selectCaller(now()), now().context.user]).toEqual([
      { kind: 'user', token: 'token-2' },
      begun.user,
    ]);
    expect(told('app').at(-1)).toEqual({ type: 'user.changed', user: begun.user });
    await settle();
    expect(asked).toEqual(['refresh', 'keep 7 token-2']);
  });

  it.each([0, 3])('is shown, with the user and the %i photos that were moved', async (records) => {
    const { actor, told } = start();
    await settle();
    actor.send({ type: 'session.begun', session: { ...begun, merged: { records } } });
    expect(told('toast')).toEqual([
      {
        type: 'toast.requested',
        kind: 'success',
        message: {
          id: 'toast.signedIn',
          values: { address: 'anna@example.com', count: records, credits: 0 },
        },
      },
    ]);
  });

  it('is reported as a product event, but not if it is restored or comes from another tab (R56)', async () => {
    const { actor, heard } = start();
    const emitted: ProductEvent[] = [];
    actor.on('*', (event) => emitted.push(event));
    await settle();
    heard({ user, token: 'token-3' });
    expect(emitted).toEqual([]);
    actor.send({ type: 'session.begun', session: begun });
    expect(emitted).toEqual([{ type: 'signIn.succeeded' }]);
  });

  it('as another user ends the previous session on the server', async () => {
    const { actor, now, asked } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    actor.send({ type: 'session.begun', session: begun });
    await settle();
    expect(selectCaller(now())).toEqual({ kind: 'user', token: 'token-2' });
    expect(asked.filter((call) => call.startsWith('end'))).toEqual(['end token-1']);
  });

  it("provides the account's address when the server has reported it", async () => {
    const { actor, now } = start({ restored: kept, refresh: silent });
    await settle();
    expect(selectOwnAddress(now())).toBeNull();
    actor.send({ type: 'session.begun', session: begun });
    expect(selectOwnAddress(now())).toBe('anna@example.com');
    actor.send({ type: 'signOut.pressed' });
    expect(selectOwnAddress(now())).toBeNull();
  });

  it('that is declined is not offered again by the next page', async () => {
    const { actor, asked, told } = start();
    await settle();
    actor.send({ type: 'dialog.answered', id: 'signIn', answer: 'signedIn' });
    await settle();
    expect(asked).not.toContain('close');
    actor.send({ type: 'dialog.answered', id: 'signIn', answer: 'cancelled' });
    await settle();
    expect(asked.filter((call) => call === 'close')).toHaveLength(1);
    expect(told('studio')).toEqual([{ type: 'signIn.declined' }]);
    actor.send({ type: 'signIn.pressed' });
    expect(told('dialogs')).toHaveLength(1);
  });

  it('is not undone by an answer about the previous guest', async () => {
    const answer = Promise.withResolvers<UserInfo>();
    const { actor, now } = start({ refresh: () => answer.promise });
    await settle();
    actor.send({ type: 'session.begun', session: begun });
    answer.resolve(guest);
    await settle();
    expect(selectIsLoggedIn(now())).toBe(true);
  });

  it('opens the dialog when pressed, for a mailed link, and when a code has been sent (R27)', async () => {
    const opened = (link: string | null) => ({
      type: 'dialog.requested',
      dialog: {
        id: 'signIn',
        name: 'signIn',
        requester: 'session',
        kind: 'signIn',
        input: { link, hasEnded: false },
      },
    });
    const plain = start();
    await settle();
    expect(plain.told('dialogs')).toEqual([]);
    plain.actor.send({ type: 'signIn.pressed' });
    expect(plain.told('dialogs')).toEqual([opened(null)]);
    for (const link of ['link-1', null]) {
      const linked = start({ entry: { link } });
      await settle();
      expect(linked.told('dialogs')).toEqual([opened(link)]);
    }
  });
});

describe('signing out', () => {
  it('removes the user at once, clears the cookies and ends the session on the server (R21)', async () => {
    const { actor, now, asked } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    actor.send({ type: 'signOut.pressed' });
    expect(selectCaller(now())).toEqual({ kind: 'guest' });
    await settle();
    expect(asked).toEqual([
      'refresh',
      'keep 7 token-1',
      'refresh',
      'clear token-1',
      'end token-1',
      'keep 7 ',
    ]);
  });

  it('without a connection is sent to the server when the connection is back', async () => {
    const answers = [() => Promise.reject(new PortError({ reason: 'offline' }))];
    const { actor, asked } = start({
      restored: kept,
      end: () => answers.shift()?.() ?? Promise.resolve(),
    });
    await settle();
    actor.send({ type: 'session.begun', session: begun });
    actor.send({ type: 'signOut.pressed' });
    await settle();
    expect(asked.filter((call) => call.startsWith('end'))).toEqual(['end token-2']);
    actor.send({ type: 'connection.restored' });
    await settle();
    actor.send({ type: 'connection.restored' });
    await settle();
    expect(asked.filter((call) => call.startsWith('end'))).toEqual(['end token-2', 'end token-2']);
  });

  it('has no effect for a guest', async () => {
    const { actor, asked } = start();
    await settle();
    actor.send({ type: 'signOut.pressed' });
    await settle();
    expect(asked).toEqual(['refresh']);
  });
});

describe('another tab of this browser', () => {
  it('that signs in also signs in this tab, and closes its sign-in dialog', async () => {
    const { heard, now, told, asked } = start();
    await settle();
    heard({ user, token: 'token-2' });
    expect(selectCaller(now())).toEqual({ kind: 'user', token: 'token-2' });
    expect(told('app').at(-1)).toEqual({ type: 'user.changed', user });
    await settle();
    expect(asked.filter((call) => call === 'refresh')).toHaveLength(2);
  });

  it('that signs out also signs out this tab', async () => {
    const { heard, now } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    heard(null);
    expect(selectCaller(now())).toEqual({ kind: 'guest' });
  });

  it('that ends an older session does not end this one', async () => {
    const { heard, now } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    heard(null, 'token-0');
    expect(selectCaller(now())).toEqual({ kind: 'user', token: 'token-1' });
    heard(null, 'token-1');
    expect(selectCaller(now())).toEqual({ kind: 'guest' });
  });

  it('keeps its new cookies when this tab finds out that it is a guest (R21)', async () => {
    const { actor, asked } = start();
    await settle();
    actor.send({ type: 'session.cleared' });
    await settle();
    expect(asked).not.toContain('clear ');
  });

  it('that reports the same user changes nothing', async () => {
    const { heard, asked } = start({ restored: kept, refresh: () => Promise.resolve(user) });
    await settle();
    heard(kept);
    await settle();
    expect(asked).toEqual(['refresh', 'keep 7 token-1']);
  });
});
