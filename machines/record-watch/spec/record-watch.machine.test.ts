import { describe, expect, it } from 'vitest';
import { type AnyActorRef, createMachine, SimulatedClock } from 'xstate';
import type { TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { recordWatchMachine } from '../record-watch.machine.ts';
import type { RecordNews, WatchEvent, WatchInput } from '../record-watch.types.ts';

type Answer = TaskRecord | PortFailure;

const offline: PortFailure = { reason: 'offline' };
const server: PortFailure = { reason: 'server' };
const refused = (code: string): PortFailure => ({ reason: 'refused', code, msg: code });
const running = (revision: number) => aRecord({ revision, dealStatus: 1 });
const done = (revision: number) => aRecord({ revision, dealStatus: 2 });

/**
 * Starts the chart under a parent that records the events of the chart. The test answers the calls.
 */
const start = async () => {
  const asked: string[] = [];
  const open: ((answer: Answer) => void)[] = [];
  const news: RecordNews[] = [];
  const clock = new SimulatedClock();
  const hold = (question: string, signal: { aborted: boolean }) => {
    asked.push(question);
    return new Promise<TaskRecord>((resolve, reject) => {
      open.push((answer) => {
        if (signal.aborted) return;
        if ('reason' in answer && !('dealStatus' in answer)) reject(new PortError(answer));
        else resolve(answer);
      });
    });
  };
  const watch = recordWatchMachine.provide({
    actors: {
      awaitRecord: callActor(({ revision }: WatchInput, signal) =>
        hold(`wait ${revision}`, signal),
      ),
      loadRecord: callActor((_: { id: string }, signal) => hold('load', signal)),
      findRecord: callActor((_: { id: string; known: string | null }, signal) =>
        hold('load', signal),
      ),
    },
  });
  const parent = createMachine({
    invoke: { id: 'watch', src: watch as never, input: { id: 'r1', revision: 1 }, onError: {} },
    on: { '*': { actions: ({ event }) => news.push(event as RecordNews) } },
  });
  const { root, told } = startAmongOthers('result', parent as never, { clock });
  const child = (): AnyActorRef =>
    (root.system.get('result') as AnyActorRef).getSnapshot().children.watch;
  const answer = async (...answers: Answer[]) => {
    for (const one of answers) {
      open.pop()?.(one);
      await settle();
    }
  };
  const pass = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  const send = async (event: WatchEvent) => {
    child().send(event);
    await settle();
  };
  const heard = () => news.map(({ type }) => type).filter((type) => type.startsWith('record.'));
  const now = () => child().getSnapshot();
  /** Simulates two failures in a row, because the first failure is tolerated. */
  const lose = async (failure: PortFailure = offline) => {
    await answer(failure);
    await pass(500);
    await answer(failure);
  };
  await settle();
  return { answer, asked, heard, lose, news, now, pass, send, told };
};

describe('following a record', () => {
  it('requests changes since the known revision and reports each change and the end', async () => {
    const { answer, asked, news } = await start();
    await answer(running(2), running(5), done(6));
    expect(asked).toEqual(['wait 1', 'wait 2', 'wait 5']);
    expect(news.slice(0, 3)).toEqual([
      { type: 'record.changed', record: running(2) },
      { type: 'record.changed', record: running(5) },
      { type: 'record.ended', record: done(6) },
    ]);
  });

  it('pauses a second after an unchanged answer, and reports nothing', async () => {
    const { answer, asked, heard, pass } = await start();
    await answer(running(1));
    await pass(999);
    expect(asked).toEqual(['wait 1']);
    await pass(1);
    expect(asked).toEqual(['wait 1', 'wait 1']);
    expect(heard()).toEqual([]);
  });

  it('ignores older revisions, and pauses a second after each', async () => {
    const { answer, asked, heard, pass } = await start();
    await answer(running(4), running(3));
    await pass(999);
    expect(asked).toEqual(['wait 1', 'wait 4']);
    await pass(1);
    await answer(running(3));
    await pass(1000);
    expect(asked).toEqual(['wait 1', 'wait 4', 'wait 4', 'wait 4']);
    expect(heard()).toEqual(['record.changed']);
  });

  it.each(['record_gone', 'record_not_found'])('ends with %s', async (code) => {
    const { answer, news, told } = await start();
    await answer(refused(code));
    expect(news[0]).toEqual({ type: 'record.gone', id: 'r1' });
    expect(told('app')).toEqual([]);
  });
});

describe('a record that is lost', () => {
  it('tolerates one aborted call', async () => {
    const { answer, asked, heard, pass, told } = await start();
    await answer({ reason: 'timeout' });
    await pass(499);
    expect(asked).toEqual(['wait 1']);
    await pass(1);
    await answer(running(2));
    expect(asked).toEqual(['wait 1', 'load', 'wait 2']);
    expect([heard(), told('app')]).toEqual([['record.changed'], []]);
  });

  it('reports the second failure, once to the root', async () => {
    const { lose, news, told } = await start();
    await lose();
    expect(news).toEqual([{ type: 'record.lost', id: 'r1', failure: offline }]);
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
  });

  it('repeats the request after 1, 2, 4, 8 and 8 seconds', async () => {
    const { answer, asked, lose, pass } = await start();
    await lose(server);
    for (const ms of [1000, 2000, 4000, 8000, 8000]) {
      const before = asked.length;
      await pass(ms - 1);
      expect(asked).toHaveLength(before);
      await pass(1);
      expect(asked).toHaveLength(before + 1);
      await answer(server);
    }
  });

  it.each(['watch.retried', 'connection.restored'] as const)(
    'sends a request at once after %s',
    async (type) => {
      const { answer, asked, heard, lose, send } = await start();
      await lose();
      await send({ type });
      expect(asked).toEqual(['wait 1', 'load', 'load']);
      await answer(running(2));
      expect(heard()).toEqual(['record.lost', 'record.found', 'record.changed']);
    },
  );

  it('is reported as found even when the record has not changed', async () => {
    const { answer, heard, lose, send } = await start();
    await lose();
    await send({ type: 'watch.retried' });
    await answer(running(1));
    expect(heard()).toEqual(['record.lost', 'record.found']);
  });

  it('reports each failure, so that the screen shows the last failure', async () => {
    const { answer, lose, news, send } = await start();
    await lose();
    await send({ type: 'watch.retried' });
    await answer(server);
    expect(news.at(-1)).toEqual({ type: 'record.lost', id: 'r1', failure: server });
  });

  it('aborts the call when the connection is lost, and repeats it when the connection is back', async () => {
    const { answer, asked, heard, news, send } = await start();
    await send({ type: 'connection.lost' });
    expect(news).toEqual([{ type: 'record.lost', id: 'r1', failure: offline }]);
    await answer(running(2));
    expect(heard()).toEqual(['record.lost']);
    await send({ type: 'connection.restored' });
    expect(asked).toEqual(['wait 1', 'load']);
  });

  it('repeats the request after a while although the browser reports being offline', async () => {
    const { asked, pass, send } = await start();
    await send({ type: 'connection.lost' });
    await pass(29_999);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked).toEqual(['wait 1', 'load']);
  });
});

describe('a code while a record is followed', () => {
  it.each(['10009', '51008', '51009', 'daily_limit'])(
    'reports %s to the root and sends no further requests',
    async (code) => {
      const { answer, asked, news, now, pass, told } = await start();
      await answer(refused(code));
      expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused(code) }]);
      expect(news).toEqual([{ type: 'record.refused', id: 'r1', failure: refused(code) }]);
      await pass(600_000);
      expect([asked, now().value]).toEqual([['wait 1'], 'refused']);
    },
  );

  it('repeats the request when the visitor retries', async () => {
    const { answer, heard, send } = await start();
    await answer(refused('10009'));
    await send({ type: 'watch.retried' });
    await answer(running(2));
    expect(heard()).toEqual(['record.refused', 'record.found', 'record.changed']);
  });

  it('reports any other code to the root once, and continues its requests', async () => {
    const { answer, news, pass, told } = await start();
    await answer(refused('unavailable'));
    await pass(1000);
    await answer(refused('unavailable'));
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused('unavailable') }]);
    expect(news.map(({ type }) => type)).toEqual(['record.lost', 'record.lost']);
    await pass(2000);
    await answer(refused('internal_error'));
    expect(told('app')).toHaveLength(2);
  });
});
