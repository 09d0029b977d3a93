import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import type { EventBatch, SendAnswer, Settlement } from '../../ports/event-queue.port.ts';
import { callActor } from '../../testing/call-actor.ts';
import { settle } from '../../testing/test-system.ts';
import { analyticsMachine } from '../analytics.machine.ts';
import type { AnalyticsEvent, AnalyticsFact } from '../analytics.types.ts';

type Reply = Partial<SendAnswer> & Pick<SendAnswer, 'kind'>;

const silent = fromCallback<EventObject, void>(() => {});

/**
 * Starts the chart with a queue of `count` rows, each with `attemptsBefore` sends. The test
 * controls the collector.
 */
const start = async (count: number, attemptsBefore = 0) => {
  let rows = Array.from({ length: count }, (_, index) => ({ id: index, sends: attemptsBefore }));
  const sent: number[][] = [];
  const open: ((answer: SendAnswer) => void)[] = [];
  const facts: AnalyticsFact[] = [];
  let settleFails = 0;
  let emptyFails = false;
  const clock = new SimulatedClock();
  const machine = analyticsMachine.provide({
    actors: {
      watchQueue: silent,
      holdLead: silent,
      takeBatch: callActor(
        async (input: { most: number; leaving: boolean } | null): Promise<EventBatch | null> => {
          const head = rows.slice(0, input?.most);
          const [first] = head;
          if (!first) return null;
          first.sends += 1;
          return {
            first: first.id,
            last: head.at(-1)?.id ?? first.id,
            count: head.length,
            attempts: first.sends,
          };
        },
      ),
      sendBatch: callActor((input: { batch: EventBatch } | null) => {
        sent.push(rows.slice(0, input?.batch.count).map(({ id }) => id));
        return new Promise<SendAnswer>((resolve) => open.push(resolve));
      }),
      settleBatch: callActor(async (input: Settlement | null) => {
        if (settleFails > 0) {
          settleFails -= 1;
          throw new Error('the disk is busy');
        }
        if (input) {
          const { removed, batch, attempts } = input;
          for (const row of rows.slice(0, batch.count)) row.sends = attempts;
          rows = rows.filter(
            (_, index) => index >= batch.count || (removed !== 'all' && !removed.includes(index)),
          );
        }
        return { queued: rows.length };
      }),
      emptyQueue: callActor(async () => {
        if (emptyFails) throw new Error('the disk is busy');
        rows = [];
      }),
      openQueue: callActor(async () => {}),
    },
  });
  const actor = createActor(machine, { clock });
  actor.on('events.dropped', (fact) => facts.push(fact));
  actor.start();
  const send = async (event: AnalyticsEvent) => {
    actor.send(event);
    await settle();
  };
  const answer = async (reply: Reply) => {
    open.shift()?.({ retryAfterMs: null, draw: 0.5, at: 1000, ...reply } as SendAnswer);
    await settle();
  };
  const pass = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  await send({ type: 'queue.counted', queued: count });
  await send({ type: 'lead.gained' });
  return {
    answer,
    facts,
    pass,
    send,
    sent,
    add: async (ids: readonly number[]) => {
      rows = [...rows, ...ids.map((id) => ({ id, sends: 0 }))];
      await send({ type: 'queue.counted', queued: rows.length });
    },
    addUntold: (ids: readonly number[]) => {
      rows = [...rows, ...ids.map((id) => ({ id, sends: 0 }))];
    },
    left: () => rows.length,
    failEmptying: (is: boolean) => {
      emptyFails = is;
    },
    failSettling: (times: number) => {
      settleFails = times;
    },
    now: () => actor.getSnapshot(),
  };
};

const accepted: Reply = { kind: 'accepted' };
const tooLarge: Reply = { kind: 'tooLarge' };
const failed: Reply = { kind: 'failed' };

describe('sending in batches', () => {
  it('sends the events of earlier pages, 200 at a time and in order (R59)', async () => {
    const { answer, left, pass, sent } = await start(450);
    for (const _ of [1, 2]) await answer(accepted);
    await pass(10_000);
    await answer(accepted);
    expect(sent.map((batch) => batch.length)).toEqual([200, 200, 50]);
    expect(sent.flat()).toEqual(Array.from({ length: 450 }, (_, index) => index));
    expect(left()).toBe(0);
  });

  it('has one batch in flight, even if a flush is requested meanwhile', async () => {
    const { send, sent } = await start(450);
    await send({ type: 'flush.requested' });
    await send({ type: 'connection.restored' });
    await send({ type: 'page.leaving' });
    expect(sent).toHaveLength(1);
  });

  it('gathers events that arrive while a full batch is in flight', async () => {
    const { add, answer, pass, sent } = await start(200);
    for (let id = 200; id < 264; id += 1) {
      await add([id]);
      if (id === 203) await answer(accepted);
    }
    expect(sent.map((batch) => batch.length)).toEqual([200]);
    await pass(10_000);
    expect(sent.map((batch) => batch.length)).toEqual([200, 64]);
  });

  it('flushes after ten seconds (R59)', async () => {
    const { add, answer, pass, sent } = await start(1);
    await answer(accepted);
    await add([1, 2, 3]);
    await pass(9999);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent[1]).toEqual([1, 2, 3]);
  });

  it.each(['page.leaving', 'flush.requested'] as const)(
    'checks for events of other tabs on %s although its queue count is 0',
    async (type) => {
      const { addUntold, answer, send, sent } = await start(1);
      await answer(accepted);
      addUntold([1]);
      await send({ type });
      expect(sent).toEqual([[0], [1]]);
    },
  );

  it('keeps an answer whose result could not be saved, and does not send the batch again', async () => {
    const { answer, failSettling, left, pass, sent } = await start(3);
    failSettling(2);
    await answer(accepted);
    expect(left()).toBe(3);
    await pass(1000);
    await pass(1000);
    expect([left(), sent.length]).toEqual([0, 1]);
  });
});

describe('answers of the collector', () => {
  it('halve the batch, drop a single oversized event, and raise the batch size again (R61)', async () => {
    const { answer, facts, left, sent } = await start(203);
    const isTooLarge = (batch: readonly number[] | undefined) => batch?.includes(7);
    for (let turn = 0; turn < 60 && left() > 0; turn += 1) {
      await answer(isTooLarge(sent.at(-1)) ? tooLarge : accepted);
    }
    expect(facts).toEqual([
      { type: 'events.dropped', count: 1, reason: 'tooLarge', message: expect.any(String) },
    ]);
    expect(left()).toBe(0);
    expect(sent.slice(0, 6).map((batch) => batch.length)).toEqual([200, 100, 50, 25, 12, 6]);
    expect(Math.max(...sent.slice(8).map((batch) => batch.length))).toBeGreaterThan(60);
  });

  it('drop a batch with an invalid key, with its message (R62)', async () => {
    const { answer, facts, left } = await start(5);
    await answer({ kind: 'badKey' });
    expect(facts[0]?.message).toBe('Event rejected due to missing API key');
    expect(left()).toBe(0);
  });

  it('drop invalid events and send the others at once', async () => {
    const { answer, sent } = await start(5);
    await answer({ kind: 'invalid', indexes: [1, 3] });
    expect(sent[1]).toEqual([0, 2, 4]);
  });

  it('delay throttled events for 30 s and drop those over quota (R61)', async () => {
    const { answer, facts, pass, sent } = await start(5);
    await answer({ kind: 'limited', quota: [0], throttled: [2] });
    expect(facts.map(({ reason }) => reason)).toEqual(['quotaExceeded']);
    await pass(29_999);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent[1]).toEqual([1, 2, 3, 4]);
  });

  it('drop events after the twelfth send (R59, R62)', async () => {
    const { answer, facts, left, pass, sent } = await start(5);
    for (let turn = 0; turn < 20; turn += 1) {
      await answer(failed);
      await pass(60_000);
    }
    expect(sent).toHaveLength(12);
    expect(facts).toMatchObject([
      { count: 5, message: 'Event rejected due to exceeded retry count' },
    ]);
    expect(left()).toBe(0);
  });

  it('do not repeat a last send that was interrupted by the end of the page', async () => {
    const { facts, sent } = await start(2, 12);
    await settle();
    expect(sent).toEqual([]);
    expect(facts).toMatchObject([{ count: 2, reason: 'retriesExceeded' }]);
  });

  it('keep events while the collector is unreachable, after any number of tries', async () => {
    const { answer, left, pass } = await start(5);
    for (let turn = 0; turn < 40; turn += 1) {
      await answer({ kind: 'unreachable' });
      await pass(60_000);
    }
    expect(left()).toBe(5);
  });
});

describe('waiting', () => {
  it.each([
    [null, 500],
    [3000, 3000],
    [-5, 500],
    [1e12, 3_600_000],
  ])('after Retry-After %s waits %s ms', async (retryAfterMs, waitMs) => {
    const { answer, now, pass, send, sent } = await start(5);
    await answer({ ...failed, retryAfterMs });
    expect(now().context.deadline).toBe(1000 + waitMs);
    await send({ type: 'flush.requested' });
    await pass(waitMs - 1);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
  });

  it('doubles the longest pause with each failure', async () => {
    const { answer, now, pass } = await start(5);
    const waits: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      await answer({ ...failed, draw: 1 });
      waits.push(now().context.waitMs);
      await pass(60_000);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('lasts until the connection is back, and then sends', async () => {
    const { answer, pass, send, sent } = await start(5);
    await answer({ kind: 'unreachable' });
    await send({ type: 'connection.lost' });
    await pass(600_000);
    expect(sent).toHaveLength(1);
    await send({ type: 'connection.restored' });
    expect(sent).toHaveLength(2);
  });
});

describe('opting out', () => {
  it('deletes queued events and those in flight, and reports it (R62)', async () => {
    const { answer, facts, left, pass, send, sent } = await start(5);
    await send({ type: 'queue.optedOut' });
    await answer(failed);
    await pass(600_000);
    expect([left(), sent.length]).toEqual([0, 1]);
    expect(facts).toMatchObject([{ count: 5, message: 'Event skipped due to optOut config' }]);
  });
});

describe('events that could not be deleted', () => {
  it('are deleted again every second, and reported until then', async () => {
    const { failEmptying, left, now, pass, send } = await start(5);
    failEmptying(true);
    await send({ type: 'queue.optedOut' });
    expect([now().matches({ delivery: { optedOut: 'pausing' } }), left()]).toEqual([true, 5]);
    failEmptying(false);
    await pass(1000);
    expect([now().matches({ delivery: { optedOut: 'quiet' } }), left()]).toEqual([true, 0]);
  });

  it('do not prevent opting in again', async () => {
    const { failEmptying, now, send } = await start(5);
    failEmptying(true);
    await send({ type: 'queue.optedOut' });
    await send({ type: 'queue.optedIn' });
    expect(now().matches({ delivery: 'active' })).toBe(true);
  });
});

describe('an ended stream of queue news', () => {
  const crashing = fromCallback<EventObject, void>(({ receive }) => {
    receive(() => {
      throw new Error('a fault');
    });
  });
  const crash = async (before: readonly AnalyticsEvent[]) => {
    const machine = analyticsMachine.provide({
      actors: { watchQueue: crashing, holdLead: silent },
    });
    const actor = createActor(machine).start();
    for (const event of before) actor.send(event);
    actor.getSnapshot().children.watchQueue?.send({ type: 'a fault' });
    await settle();
    return actor.getSnapshot();
  };

  it('leaves the leading tab the leader', async () => {
    const now = await crash([{ type: 'lead.gained' }]);
    expect(now.matches({ delivery: { active: 'leading' }, storage: 'inMemory' })).toBe(true);
  });

  it('does not opt in a visitor who has opted out', async () => {
    const now = await crash([{ type: 'queue.optedOut' }]);
    expect(now.matches({ delivery: 'optedOut', storage: 'inMemory' })).toBe(true);
  });
});

it('stores no events: its context does not grow with the queue', async () => {
  const { now } = await start(1);
  const { send, now: large } = await start(1);
  await send({ type: 'queue.counted', queued: 100_000 });
  const sizeOf = (context: unknown) => JSON.stringify(context).length;
  expect(sizeOf(large().context)).toBeLessThan(sizeOf(now().context) + 10);
});
