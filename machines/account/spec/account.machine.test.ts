import { describe, expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { LedgerPage } from '../../model/ledger.ts';
import type { OwnAccount, OwnSession, Preferences } from '../../model/own-account.ts';
import { copyOverPath, isCopyOver } from '../../model/pages.ts';
import type { RecordPage } from '../../model/task-record.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { offline, recordOf, refused } from '../../testing/samples.ts';
import { deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { accountMachine } from '../account.machine.ts';
import {
  selectAccountView,
  selectClock,
  selectClockView,
  selectCopyView,
  selectEnding,
  selectPreferences,
  selectSaving,
  selectSessions,
  selectSessionsView,
} from '../account.selectors.ts';
import type { AccountEvent } from '../account.types.ts';

const own: OwnAccount = {
  email: 'anna@example.com',
  hasPassword: false,
  locale: 'en',
  reminders: true,
};

const sessionOf = (id: string, isCurrent = false): OwnSession => ({
  id,
  isCurrent,
  device: 'Firefox, Linux',
  lastSeenAt: '2027-01-01T00:00:00.000Z',
});

type Answers = {
  load?: () => Promise<OwnAccount>;
  save?: (wanted: Preferences | null) => Promise<OwnAccount>;
  end?: () => Promise<void>;
  sessions?: () => Promise<readonly OwnSession[]>;
  copy?: () => Promise<void>;
  records?: (cursor: string | null) => Promise<RecordPage>;
};

const noLedger: LedgerPage = { balance: 0, lots: [], lines: [], nextCursor: null };

const nothing: RecordPage = { records: [], nextCursor: null };

const open = async (
  answers: Answers = {},
  visitor: string | null = 'user-1',
  isCopyOver = false,
) => {
  const calls: string[] = [];
  const call =
    <Input, Output>(name: string, answer: (input: Input) => Promise<Output>) =>
    (input: Input) => {
      calls.push(input === undefined ? name : `${name} ${JSON.stringify(input)}`);
      return answer(input);
    };
  const end = () => answers.end?.() ?? Promise.resolve();
  const logic = accountMachine.provide({
    actors: {
      loadAccount: callActor(call('load', () => answers.load?.() ?? Promise.resolve(own))),
      savePreferences: callActor(
        call(
          'save',
          (wanted: Preferences | null) =>
            answers.save?.(wanted) ?? Promise.resolve({ ...own, ...wanted }),
        ),
      ),
      listSessions: callActor(
        call(
          'sessions',
          () => answers.sessions?.() ?? Promise.resolve([sessionOf('s1', true), sessionOf('s2')]),
        ),
      ),
      endOneSession: callActor(call('end', end)),
      endOtherSessions: callActor(call('endOthers', end)),
      loadCredits: callActor(async () => noLedger),
      saveCreditsFile: callActor(async () => {}),
      requestExport: callActor(call('copy', () => answers.copy?.() ?? Promise.resolve())),
      listRecords: callActor(
        call(
          'records',
          ({ cursor }: { cursor: string | null }) =>
            answers.records?.(cursor) ?? Promise.resolve(nothing),
        ),
      ),
    },
  });
  const { root, told } = startAmongOthers('account', logic, { input: { visitor, isCopyOver } });
  const actor = root.system.get('account') as ActorRefFrom<typeof accountMachine>;
  await settle();
  const send = async (...events: AccountEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  return { calls, told, send, now: () => actor.getSnapshot() };
};

const failing = (failure: ConstructorParameters<typeof PortError>[0]) => () =>
  Promise.reject(new PortError(failure));

describe('the account page', () => {
  it('loads nothing for a guest, and offers the sign-in', async () => {
    const { calls, now } = await open({}, '');
    expect([calls, selectAccountView(now())]).toEqual([[], 'signedOut']);
  });

  it('waits until the visitor is known', async () => {
    const { calls, send, now } = await open({}, null);
    expect([calls, selectAccountView(now())]).toEqual([[], 'loading']);
    await send({ type: 'user.changed', user: { ...guestless, id: 'user-1' } });
    expect([calls[0], selectAccountView(now())]).toEqual(['load', 'shown']);
  });

  it('loads again when the connection is back, and reports the failure to the root', async () => {
    const answers = [failing(offline)];
    const { send, now, told } = await open({
      load: () => answers.shift()?.() ?? Promise.resolve(own),
    });
    expect(selectAccountView(now())).toBe('failed');
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
    await send({ type: 'connection.restored' });
    expect(selectAccountView(now())).toBe('shown');
  });

  it('reports an ended session to the root, which opens the sign-in dialog (R36)', async () => {
    const { told } = await open({ load: failing(refused('10009')) });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused('10009') }]);
  });
});

describe('mail choices', () => {
  it('are shown immediately, and as saved when the server has answered', async () => {
    const answer = deferred<OwnAccount>();
    const { send, now } = await open({ save: () => answer.promise });
    await send({ type: 'reminders.switched', on: false });
    expect([selectPreferences(now())?.reminders, selectSaving(now())]).toEqual([false, 'saving']);
    answer.resolve({ ...own, reminders: false });
    await settle();
    expect(selectSaving(now())).toBe('saved');
  });

  it('made during a save are saved after it, in order', async () => {
    const first = deferred<OwnAccount>();
    const answers = [first.promise];
    const { calls, send, now } = await open({
      save: (wanted) => answers.shift() ?? Promise.resolve({ ...own, ...wanted }),
    });
    await send(
      { type: 'reminders.switched', on: false },
      { type: 'reminders.switched', on: true },
      { type: 'locale.chosen', locale: 'ja' },
    );
    first.resolve({ ...own, reminders: false });
    await settle();
    expect(calls.filter((one) => one.startsWith('save'))).toEqual([
      'save {"locale":"en","reminders":false}',
      'save {"locale":"ja","reminders":true}',
    ]);
    expect(selectSaving(now())).toBe('saved');
  });

  it('return to the saved choices when they cannot be saved', async () => {
    const { send, now } = await open({ save: failing(offline) });
    await send({ type: 'locale.chosen', locale: 'de' });
    expect([selectPreferences(now())?.locale, selectSaving(now())]).toEqual(['en', 'failed']);
  });
});

describe('the devices', () => {
  it('are signed out one at a time, but never the current device', async () => {
    const answer = deferred<void>();
    const { calls, send, now, told } = await open({ end: () => answer.promise });
    await send(
      { type: 'session.ended', id: 's1' },
      { type: 'session.ended', id: 's2' },
      { type: 'session.ended', id: 's2' },
      { type: 'otherSessions.ended' },
    );
    expect([calls.filter((one) => one.startsWith('end')), selectEnding(now())]).toEqual([
      ['end {"id":"s2"}'],
      's2',
    ]);
    answer.resolve();
    await settle();
    expect(selectSessions(now()).map(({ id }) => id)).toEqual(['s1']);
    expect(told('toast')).toHaveLength(1);
  });

  it('are all signed out except this device', async () => {
    const { send, now } = await open();
    await send({ type: 'otherSessions.ended' });
    expect(selectSessions(now()).map(({ id }) => id)).toEqual(['s1']);
  });

  it('stay in the list when they could not be signed out', async () => {
    const { send, now } = await open({ end: failing(offline) });
    await send({ type: 'session.ended', id: 's2' });
    expect([selectSessions(now()).length, now().context.sessionsFailure]).toEqual([2, offline]);
  });

  it('are loaded again after a new password, which signs them out', async () => {
    const { calls, send } = await open();
    await send({ type: 'account.changed', account: { ...own, hasPassword: true } });
    expect(calls.filter((one) => one === 'sessions')).toHaveLength(2);
  });

  it('can be loaded again after a failure', async () => {
    const answers = [failing(offline)];
    const { send, now } = await open({
      sessions: () => answers.shift()?.() ?? Promise.resolve([sessionOf('s1', true)]),
    });
    expect(selectSessionsView(now())).toBe('failed');
    await send({ type: 'sessions.retried' });
    expect(selectSessionsView(now())).toBe('listed');
  });
});

describe('a copy of all data', () => {
  it('is requested once for several presses', async () => {
    const { calls, send, now } = await open();
    const pressed = { type: 'export.pressed' } as const;
    await send(pressed, pressed, pressed);
    await send(pressed);
    expect(calls.filter((one) => one === 'copy')).toHaveLength(1);
    expect(selectCopyView(now())).toBe('asked');
  });

  it('can be requested again after a failure', async () => {
    const answers = [failing(offline)];
    const { send, now } = await open({ copy: () => answers.shift()?.() ?? Promise.resolve() });
    await send({ type: 'export.pressed' });
    expect(selectCopyView(now())).toBe('failed');
    await send({ type: 'export.pressed' });
    expect(selectCopyView(now())).toBe('asked');
  });

  it('shows that the followed link has expired, until another copy is requested', async () => {
    const { send, now } = await open({}, 'user-1', true);
    expect(selectCopyView(now())).toBe('over');
    await send({ type: 'export.pressed' });
    expect(selectCopyView(now())).toBe('asked');
  });

  it.each([
    [copyOverPath, true],
    ['/de/account?utm_source=mail&copy=over#top', true],
    ['/account', false],
    ['/account?copy=overview', false],
    ['/account?acopy=over', false],
    ['/account#?copy=over', false],
  ])('reports whether %s is the address of an expired link: %s', (path, expected) => {
    expect(isCopyOver(path)).toBe(expected);
  });
});

describe('the retention time of the records', () => {
  const pages: Record<string, RecordPage> = {
    first: {
      records: [recordOf('r2', 2, { expiresAt: '2027-01-09T10:00:00.000Z' })],
      nextCursor: 'next',
    },
    next: {
      records: [recordOf('r1', 2, { expiresAt: '2027-01-08T10:00:00.000Z' })],
      nextCursor: null,
    },
  };

  it('counts all pages, and finds the record that is deleted first', async () => {
    const { now } = await open({
      records: (cursor) => Promise.resolve(pages[cursor ?? 'first'] ?? nothing),
    });
    expect(selectClock(now())).toEqual({ count: 2, next: '2027-01-08T10:00:00.000Z' });
  });

  it('counts again from the first page after a failure', async () => {
    const answers = [() => Promise.resolve(pages.first ?? nothing), failing(offline)];
    const { send, now } = await open({
      records: (cursor) =>
        answers.shift()?.() ?? Promise.resolve(pages[cursor ?? 'first'] ?? nothing),
    });
    expect(selectClockView(now())).toBe('failed');
    await send({ type: 'clock.retried' });
    expect([selectClockView(now()), selectClock(now()).count]).toEqual(['counted', 2]);
  });
});

it('opens the dialog of a change with the current account', async () => {
  const { send, told } = await open();
  await send({ type: 'change.pressed', kind: 'password' });
  expect(told('dialogs')).toMatchObject([
    {
      dialog: {
        kind: 'accountChange',
        requester: 'account',
        input: { kind: 'password', address: own.email, hasPassword: false },
      },
    },
  ]);
});

const guestless = { vipStatus: 0, subscriptionStatus: 0, allowance: null };
