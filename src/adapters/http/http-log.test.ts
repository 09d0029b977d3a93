import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { eventually } from '../../../tools/testing/eventually.ts';
import { createDeviceDatabase } from '../storage/device-database.ts';
import { createKeptLog } from '../storage/kept-log.ts';
import { createTabLocks } from '../storage/tab-locks.ts';
import type { CallApi } from './api-client.ts';
import { createHttpLog } from './http-log.ts';
import { createReach } from './reach.ts';

type Answer = 'ok' | 'no answer' | 'failing';

const failures = {
  'no answer': { reason: 'offline' },
  failing: { reason: 'server', msg: 'HTTP 500' },
} as const;

/**
 * The lines that the server has received from all tabs, in order, and the next answer of the
 * server.
 */
let sent: { name: string; parameters: Record<string, unknown> }[];
let answer: Answer;
let online: boolean;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  sent = [];
  answer = 'ok';
  online = true;
});

function openTab(open = createDeviceDatabase()) {
  const listeners: (() => void)[] = [];
  const reach = createReach({
    isOnline: () => online,
    onOnline: (listener) => listeners.push(listener),
  });
  const api = reach.observe((async (name, options) => {
    if (name === 'logEvent') sent.push(options?.payload as (typeof sent)[number]);
    if (answer !== 'ok') throw new PortError(failures[answer]);
    return null;
  }) as CallApi);
  const kept = createKeptLog(open, createTabLocks(navigator.locks));
  const now = () => new Date('2026-11-21T10:00:00Z');
  const { writeLog } = createHttpLog(api, { kept, reach, now });
  return {
    write: (...names: string[]) => {
      for (const name of names)
        writeLog({ type: 'log.written', level: 'info', name, parameters: { n: 1 } });
    },
    /** Sends any other call of the page. */
    ask: () => api('user').catch(() => null),
    goOnline: () => {
      online = true;
      for (const listener of listeners) listener();
    },
  };
}

const names = () => sent.map(({ name }) => name);

const stored = async () => {
  const queue = await (await createDeviceDatabase()()).get('logQueues', 'operation');
  return queue?.lines.map(({ name }) => name) ?? [];
};

const untilStored = (...lines: string[]) =>
  eventually(async () => expect(await stored()).toEqual(lines));

const untilSent = (...lines: string[]) => eventually(() => expect(names()).toEqual(lines));

describe('a line of the operation log', () => {
  it('is sent immediately and unchanged', async () => {
    openTab().write('one', 'two');
    await untilSent('one', 'two');
    expect(sent[0]).toEqual({ name: 'one', parameters: { level: 'info', n: 1 } });
  });

  it('written offline waits, and is sent in order once the connection is back (R79)', async () => {
    online = false;
    const tab = openTab();
    tab.write('one', 'two');
    await untilStored('one', 'two');
    expect(sent).toEqual([]);
    tab.goOnline();
    tab.write('three');
    await untilSent('one', 'two', 'three');
    expect(sent[0]?.parameters).toEqual({
      level: 'info',
      n: 1,
      writtenAt: '2026-11-21T10:00:00.000Z',
    });
    expect(await stored()).toEqual([]);
  });

  it('survives its page, and is sent after the first answer that another page gets', async () => {
    online = false;
    openTab().write('one', 'two');
    await untilStored('one', 'two');
    online = true;
    const next = openTab();
    expect(sent).toEqual([]);
    await next.ask();
    await untilSent('one', 'two');
  });

  it('waits after a call without an answer, although the browser reports a network', async () => {
    answer = 'no answer';
    const tab = openTab();
    await tab.ask();
    tab.write('one');
    await untilStored('one');
    answer = 'ok';
    await tab.ask();
    await untilSent('one');
  });

  it('is not sent again when its answer was lost, and the gap is reported (R32)', async () => {
    answer = 'no answer';
    const tab = openTab();
    tab.write('one', 'two');
    await untilStored('two');
    expect(names()).toEqual(['one']);
    answer = 'ok';
    await tab.ask();
    await untilSent('one', 'log.incomplete', 'two');
    expect(sent[1]?.parameters).toEqual({ level: 'warning', missing: 1 });
  });

  it('is not sent again when the server failed', async () => {
    answer = 'failing';
    const tab = openTab();
    tab.write('one', 'two');
    await untilSent('one', 'two');
    answer = 'ok';
    await tab.ask();
    tab.write('three');
    await untilSent('one', 'two', 'three');
  });

  it('stays in the queue when the connection is lost again before it was sent', async () => {
    online = false;
    const tab = openTab();
    tab.write('one', 'two', 'three');
    await untilStored('one', 'two', 'three');
    answer = 'no answer';
    tab.goOnline();
    await eventually(async () => expect(await stored()).toEqual(['two', 'three']));
    expect(names()).toEqual(['one']);
  });

  it('is sent by one of two tabs', async () => {
    online = false;
    const [first, second] = [openTab(), openTab()];
    first.write('one', 'two', 'three');
    await untilStored('one', 'two', 'three');
    second.write('four');
    await untilStored('one', 'two', 'three', 'four');
    first.goOnline();
    second.goOnline();
    await untilSent('one', 'two', 'three', 'four');
    expect(await stored()).toEqual([]);
  });
});

describe('the queue', () => {
  it('holds the last hundred lines, and counts the dropped ones', async () => {
    online = false;
    const tab = openTab();
    tab.write(...Array.from({ length: 130 }, (_, index) => `line ${index}`));
    await eventually(async () => expect(await stored()).toHaveLength(100));
    tab.goOnline();
    await eventually(() => expect(sent).toHaveLength(101));
    expect([names()[0], sent[0]?.parameters.missing, names()[1]]).toEqual([
      'log.incomplete',
      30,
      'line 30',
    ]);
  });

  it('holds 64 000 characters', async () => {
    online = false;
    const tab = openTab();
    const long = 'x'.repeat(6000);
    for (let index = 0; index < 12; index += 1) tab.write(`${index}${long}`);
    await eventually(async () => expect(await stored()).toHaveLength(10));
    expect((await stored())[0]).toMatch(/^2x/);
  });

  it('stays in memory when the browser refuses storage', async () => {
    online = false;
    const tab = openTab(() => Promise.reject(new DOMException('No', 'SecurityError')));
    tab.write('one', 'two');
    tab.goOnline();
    await untilSent('one', 'two');
  });
});
