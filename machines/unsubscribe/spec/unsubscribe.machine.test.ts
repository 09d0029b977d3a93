import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { linkTokenIn } from '../../model/pages.ts';
import type { MailChoice } from '../../ports/mail-choice.port.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { offline, refused } from '../../testing/samples.ts';
import { settle } from '../../testing/test-system.ts';
import { unsubscribeMachine } from '../unsubscribe.machine.ts';
import {
  selectIsBusy,
  selectIsChoosing,
  selectMailAddress,
  selectUnsubscribeFailure,
  selectUnsubscribeView,
} from '../unsubscribe.selectors.ts';
import type { UnsubscribeEvent } from '../unsubscribe.types.ts';

const address = 'a•••@example.com';
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

type Answers = {
  token?: string | null;
  subscribed?: boolean;
  looks?: (() => Promise<MailChoice>)[];
  choices?: (() => Promise<MailChoice>)[];
};

const open = async (answers: Answers = {}) => {
  const { token = 'link-1', subscribed = true, looks = [], choices = [] } = answers;
  const asked: unknown[] = [];
  const chosen: unknown[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    unsubscribeMachine.provide({
      actors: {
        readMailChoice: callActor(async (input) => {
          asked.push(input);
          return (await looks.shift()?.()) ?? { address, subscribed };
        }),
        chooseMail: callActor(async (input: { token: string; subscribed: boolean } | null) => {
          chosen.push(input);
          return (await choices.shift()?.()) ?? { address, subscribed: input?.subscribed ?? true };
        }),
      },
    }),
    { input: { token }, clock },
  ).start();
  await settle();
  const now = () => actor.getSnapshot();
  return {
    asked,
    chosen,
    clock,
    now,
    view: () => selectUnsubscribeView(now()),
    send: async (...types: UnsubscribeEvent['type'][]) => {
      for (const type of types) actor.send({ type });
      await settle();
    },
  };
};

describe('the unsubscribe page', () => {
  it('changes nothing when it is opened', async () => {
    const page = await open();
    expect([page.asked, page.chosen]).toEqual([[{ token: 'link-1' }], []]);
    expect([page.view(), selectMailAddress(page.now())]).toEqual(['subscribed', address]);
  });

  it('shows that mail has already stopped', async () => {
    expect((await open({ subscribed: false })).view()).toBe('unsubscribed');
  });

  it('sends no call without a link', async () => {
    const page = await open({ token: null });
    expect([page.view(), page.asked]).toEqual(['withoutLink', []]);
  });

  it('loads again when the connection is back, and after a press', async () => {
    const page = await open({ looks: [failing(offline), failing({ reason: 'server' })] });
    expect([page.view(), selectUnsubscribeFailure(page.now())]).toEqual(['failed', offline]);
    await page.send('connection.restored');
    expect(selectUnsubscribeFailure(page.now())).toEqual({ reason: 'server' });
    await page.send('look.retried');
    expect([page.view(), selectUnsubscribeFailure(page.now())]).toEqual(['subscribed', null]);
    expect(page.asked).toHaveLength(3);
  });

  it('shows that an invalid link does not work', async () => {
    const page = await open({ looks: [failing(refused('invalid_link'))] });
    expect(page.view()).toBe('invalid');
  });
});

describe('a press', () => {
  it('unsubscribes once for several presses', async () => {
    const page = await open();
    await page.send('unsubscribe.pressed', 'unsubscribe.pressed', 'unsubscribe.pressed');
    expect(page.chosen).toEqual([{ token: 'link-1', subscribed: false }]);
    expect(page.view()).toBe('unsubscribed');
  });

  it('is shown as busy until the server has answered', async () => {
    const page = await open({ choices: [() => new Promise(() => {})] });
    await page.send('unsubscribe.pressed');
    expect([page.view(), selectIsChoosing(page.now())]).toEqual(['subscribed', true]);
  });

  it('is not undone by the second click of a double click', async () => {
    const page = await open();
    await page.send('unsubscribe.pressed');
    page.clock.increment(599);
    expect(selectIsBusy(page.now())).toBe(true);
    await page.send('undo.pressed');
    expect(page.chosen).toHaveLength(1);
    expect(page.view()).toBe('unsubscribed');
    page.clock.increment(1);
    expect(selectIsBusy(page.now())).toBe(false);
  });

  it('is undone by another press, with the same link (R82)', async () => {
    const page = await open();
    await page.send('unsubscribe.pressed');
    page.clock.increment(600);
    await page.send('undo.pressed', 'unsubscribe.pressed');
    expect(page.chosen).toEqual([
      { token: 'link-1', subscribed: false },
      { token: 'link-1', subscribed: true },
    ]);
    expect(page.view()).toBe('subscribed');
  });

  it('that fails leaves the choice unchanged, shows why, and can be repeated', async () => {
    const page = await open({ choices: [failing(offline)] });
    await page.send('unsubscribe.pressed');
    expect([page.view(), selectUnsubscribeFailure(page.now())]).toEqual(['subscribed', offline]);
    await page.send('unsubscribe.pressed');
    expect([page.view(), selectUnsubscribeFailure(page.now())]).toEqual(['unsubscribed', null]);
  });

  it('keeps the mail stopped when undoing fails', async () => {
    const page = await open({ subscribed: false, choices: [failing({ reason: 'timeout' })] });
    await page.send('undo.pressed');
    expect(page.view()).toBe('unsubscribed');
    expect(selectUnsubscribeFailure(page.now())).toEqual({ reason: 'timeout' });
  });

  it.each([
    ['unsubscribe.pressed', true],
    ['undo.pressed', false],
  ] as const)('on a link that no longer works shows that (%s)', async (type, subscribed) => {
    const page = await open({ subscribed, choices: [failing(refused('invalid_link'))] });
    await page.send(type);
    expect(page.view()).toBe('invalid');
  });
});

describe('the token of a link', () => {
  it.each([
    ['/unsubscribe?token=YQ.b', 'YQ.b'],
    ['/de/unsubscribe?utm_source=mail&token=YQ.b#questions', 'YQ.b'],
    ['/unsubscribe', null],
    ['/unsubscribe?token=', null],
    ['/unsubscribe#?token=YQ.b', null],
    ['/unsubscribe?mytoken=YQ.b', null],
    ['/unsubscribe?token=YQ%2Eb&token=other', 'YQ.b'],
    ['/unsubscribe?token=%E0%A4%A', '%E0%A4%A'],
  ])('in %s is %s', (path, token) => {
    expect(linkTokenIn(path)).toBe(token);
  });
});
