import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { admitRequests } from './connection-limits.ts';
import { createTurns } from './turns.ts';

function open(isBehindProxy: boolean) {
  const server = new EventEmitter() as Server;
  const turns = createTurns(() => '');
  admitRequests(server, { turns, pass: vi.fn(), refuse: vi.fn(), isBehindProxy });
  return (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
    server.emit('connection', socket as unknown as Socket);
    return socket;
  };
}

test('one address has so many connections, and may open others when it closes some', () => {
  const connect = open(false);
  const sockets = Array.from({ length: 2000 }, (_, n) => connect(`2001:db8::${n.toString(16)}`));
  expect(sockets.every(({ destroy }) => destroy.mock.calls.length === 0)).toBe(true);
  expect(connect('2001:db8::ffff').destroy).toHaveBeenCalled();
  expect(connect('2001:db8:0:1::1').destroy).not.toHaveBeenCalled();
  sockets[0]?.emit('close');
  expect(connect('2001:db8::ffff').destroy).not.toHaveBeenCalled();
});

test('connections of a proxy are those of all visitors, and not limited', () => {
  const connect = open(true);
  for (let n = 0; n < 2000; n += 1) connect('192.0.2.1');
  expect(connect('192.0.2.1').destroy).not.toHaveBeenCalled();
});
