import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuseBare } from './client-errors.ts';
import { admitRequests } from './connection-limits.ts';
import { createRequestQueues } from './request-queues.ts';

const socketFunctions = () => ({ destroy: vi.fn(), pause: vi.fn(), resume: vi.fn() });

function open(isBehindProxy: boolean) {
  const server = new EventEmitter() as Server;
  const requestQueues = createRequestQueues(() => '');
  admitRequests(server, { requestQueues, pass: vi.fn(), refuse: vi.fn(), isBehindProxy });
  return (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, ...socketFunctions() });
    server.emit('connection', socket as unknown as Socket);
    return socket;
  };
}

test('limits the connections of one address, and allows new ones after others close', () => {
  const connect = open(false);
  const sockets = Array.from({ length: 2000 }, (_, n) => connect(`2001:db8::${n.toString(16)}`));
  expect(sockets.every(({ destroy }) => destroy.mock.calls.length === 0)).toBe(true);
  expect(connect('2001:db8::ffff').destroy).toHaveBeenCalled();
  expect(connect('2001:db8:0:1::1').destroy).not.toHaveBeenCalled();
  sockets[0]?.emit('close');
  expect(connect('2001:db8::ffff').destroy).not.toHaveBeenCalled();
});

test('does not limit the connections of a proxy, because all visitors share them', () => {
  const connect = open(true);
  for (let n = 0; n < 2000; n += 1) connect('192.0.2.1');
  expect(connect('192.0.2.1').destroy).not.toHaveBeenCalled();
});

test('if the queue is full, the first request of a connection is refused, and a connection with more is closed', () => {
  const server = new EventEmitter() as Server;
  const [pass, refuse] = [vi.fn(), vi.fn()];
  const requestQueues = { enter: () => false, leave: () => {} };
  admitRequests(server, { requestQueues, pass, refuse, isBehindProxy: true });
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy() {
      socket.destroyed = true;
    },
  });
  const send = () => server.emit('request', { socket }, new EventEmitter());
  send();
  expect([refuse.mock.calls.length, socket.destroyed]).toEqual([1, false]);
  send();
  send();
  expect([refuse.mock.calls.length, socket.destroyed]).toEqual([1, true]);
  expect(pass).not.toHaveBeenCalled();
});

test("a refusal has text in the visitor's language, and the security headers", () => {
  const response = { writeHead: vi.fn(() => response), end: vi.fn() };
  const request = { headers: { 'accept-language': 'de' } } as IncomingMessage;
  refuseBare(request, response as unknown as ServerResponse, 'rate_limited', {
    https: true,
    words: (code, language) => `${code} in ${language}`,
  });
  expect(response.writeHead).toHaveBeenCalledWith(
    429,
    expect.objectContaining({ connection: 'close', 'x-content-type-options': 'nosniff' }),
  );
  expect(JSON.parse(response.end.mock.lastCall?.[0])).toEqual({
    success: 'rate_limited',
    msg: 'rate_limited in de',
    obj: null,
  });
});

describe('after a connection was cut off', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function openAndCutOff() {
    const server = new EventEmitter() as Server;
    const requestQueues = { enter: () => true, leave: () => {} };
    admitRequests(server, { requestQueues, pass: vi.fn(), refuse: vi.fn(), isBehindProxy: false });
    const connect = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, ...socketFunctions() });
      server.emit('connection', socket);
      return socket;
    };
    const cutOff = (remoteAddress: string, socket = connect(remoteAddress)) => {
      for (let n = 0; n < 33; n += 1) server.emit('request', { socket }, new EventEmitter());
      expect(socket.destroy).toHaveBeenCalled();
    };
    return { connect, cutOff };
  }

  test('the next connection of its address is read later, connections of other addresses at once', async () => {
    const { connect, cutOff } = openAndCutOff();
    cutOff('192.0.2.1');
    const [next, other] = [connect('192.0.2.1'), connect('192.0.2.2')];
    await vi.advanceTimersByTimeAsync(0);
    expect(next.pause).toHaveBeenCalled();
    expect(other.pause).not.toHaveBeenCalled();
    vi.advanceTimersByTime(249);
    expect(next.resume).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(next.resume).toHaveBeenCalled();
    const later = connect('192.0.2.1');
    await vi.advanceTimersByTimeAsync(0);
    expect(later.pause).not.toHaveBeenCalled();
  });

  test('each further cut-off doubles the wait, up to two seconds, until all are forgotten', () => {
    const { connect, cutOff } = openAndCutOff();
    const waits = [250, 500, 1000, 2000, 2000];
    for (const wait of waits) {
      cutOff('192.0.2.1');
      cutOff('192.0.2.1');
      const next = connect('192.0.2.1');
      vi.advanceTimersByTime(wait - 1);
      expect(next.resume).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(next.resume).toHaveBeenCalled();
    }
    vi.advanceTimersByTime(10_000);
    cutOff('192.0.2.1');
    const next = connect('192.0.2.1');
    vi.advanceTimersByTime(250);
    expect(next.resume).toHaveBeenCalled();
  });

  test('errors of its requests have no stacks, and later errors have stacks again', () => {
    const { connect, cutOff } = openAndCutOff();
    const socket = connect('192.0.2.1');
    const stacks: (string | undefined)[] = [];
    // Simulates the listener of Node, which runs before the server's listeners.
    socket.on('close', () => stacks.push(new Error('aborted').stack));
    cutOff('192.0.2.1', socket);
    socket.emit('close');
    stacks.push(new Error('later').stack);
    expect(stacks[0]).toBe('Error: aborted');
    expect(stacks[1]).toContain('connection-limits.test.ts');
  });

  test('does not read a connection that closes while it waits', () => {
    const { connect, cutOff } = openAndCutOff();
    cutOff('192.0.2.1');
    const next = connect('192.0.2.1');
    next.emit('close');
    vi.runAllTimers();
    expect(next.resume).not.toHaveBeenCalled();
  });
});
