import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import type { Principal } from '../../owners/principal.ts';
import { listen, sharedTestServer } from '../../testing/shared-test-server.fixture.ts';
import { photo, type Visitor } from '../../testing/visitor.fixture.ts';
import { AppError } from '../errors.ts';
import { createArrivals, createPolls } from './admission.ts';
import { openSocket } from './raw-socket.fixture.ts';

const server = sharedTestServer();
let port = 0;
let visitor: Visitor;
let detail: string;
let cookie: string;

beforeAll(async () => {
  port = await listen(server);
  visitor = server.visitor();
  const { obj } = await visitor.start(await visitor.upload(await photo()));
  detail = `/v1/ai-function-record/detail/${(obj as { id: string }).id}`;
  cookie = Object.entries(visitor.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  await eventually(async () => {
    expect((await visitor.call('GET', detail)).obj).toMatchObject({ dealStatus: 2 });
  });
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`;

/** Sends all requests at once. Counts the answers by status until the connection closes. */
async function pipeline(requests: string, localAddress = '127.0.0.2') {
  const socket = await openSocket(port, localAddress);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.write(requests);
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, s]) => s);
  return { socket, statuses };
}

/** Resolves when the connection closes, even after a reset. */
function closeOf(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return promise;
}

/** Resolves with the result of `read` after the next answer on this connection. */
function whenAnswered<T>(socket: Socket, read: () => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  socket.once('data', () => resolve(read()));
  return promise;
}

const revision = async () =>
  ((await visitor.call('GET', detail)).obj as { revision: number }).revision;

test('answers a few pipelined requests in order', async () => {
  const { socket, statuses } = await pipeline(get(detail).repeat(20));
  await eventually(() => expect(statuses()).toEqual(Array(20).fill('200')));
  socket.destroy();
});

test('a connection with more than 32 requests under way is closed', async () => {
  const { socket } = await pipeline(get(detail).repeat(40), '127.0.0.6');
  await closeOf(socket);
});

test('then reads the next connection of that address later than one of another address', async () => {
  const { socket } = await pipeline(get(detail).repeat(40), '127.0.0.4');
  await closeOf(socket);
  const next = await pipeline(get('/v1/user'), '127.0.0.4');
  const other = await pipeline(get('/v1/user'), '127.0.0.5');
  expect(await whenAnswered(other.socket, next.statuses)).toEqual([]);
  expect(other.statuses()).toEqual(['200']);
  await eventually(() => expect(next.statuses()).toEqual(['200']));
  for (const one of [next, other]) one.socket.destroy();
});

test('closes a connection that floods, without delaying others', async () => {
  const { socket, statuses } = await pipeline(get(detail).repeat(8000), '127.0.0.7');
  const closed = closeOf(socket);
  const answer = await fetch(`http://127.0.0.1:${port}/v1/entrance/setup`);
  expect(answer.status).toBe(200);
  await closed;
  expect(statuses().length).toBeLessThanOrEqual(32);
});

test('closes a connection that floods with long polls, without delaying others', async () => {
  const wait = get(`${detail}?since=${await revision()}&waitMs=25000`);
  const { socket, statuses } = await pipeline(wait.repeat(20_000), '127.0.0.8');
  const closed = closeOf(socket);
  expect((await fetch(`http://127.0.0.1:${port}/v1/user`)).status).toBe(200);
  await closed;
  expect(statuses()).toEqual([]);
});

test("limits a visitor's concurrent long polls, without affecting others", async () => {
  const wait = get(`${detail}?since=${await revision()}&waitMs=3000`);
  const first = await pipeline(wait.repeat(24));
  const second = await pipeline(wait.repeat(1));
  expect(await whenAnswered(second.socket, first.statuses)).toEqual([]);
  expect(second.statuses()).toEqual(['429']);
  await eventually(() => expect(first.statuses()).toEqual(Array(24).fill('200')));
  first.socket.destroy();
  second.socket.destroy();
});

test('many connections of one address queue, and all are answered', async () => {
  const many = await Promise.all(
    Array.from({ length: 20 }, () => pipeline(get(detail).repeat(20))),
  );
  for (const { statuses } of many) {
    await eventually(() => expect(statuses()).toEqual(Array(20).fill('200')));
  }
  for (const { socket } of many) socket.destroy();
});

test('answers a visitor while another one floods from many connections', async () => {
  const flood = await Promise.all(
    Array.from({ length: 40 }, () => pipeline(get('/v1/user').repeat(31), '127.0.0.3')),
  );
  const polite = await pipeline(get('/v1/user'));
  const answeredToFlood = () => flood.flatMap(({ statuses }) => statuses()).length;
  const answered = await whenAnswered(polite.socket, answeredToFlood);
  expect(polite.statuses()).toEqual(['200']);
  expect(answered).toBeLessThan((40 * 31) / 2);
  for (const { socket } of [polite, ...flood]) socket.destroy();
});

test('the requests of a closed connection leave their queues', async () => {
  for (let round = 0; round < 5; round += 1) {
    const many = await Promise.all(
      Array.from({ length: 10 }, () => pipeline(get('/v1/ai-function-record').repeat(20))),
    );
    for (const { socket } of many) socket.destroy();
  }
  const answer = async () => {
    const { socket, statuses } = await pipeline(get('/v1/user'));
    const [status] = await eventually(() => {
      expect(statuses()).toHaveLength(1);
      return statuses();
    });
    socket.destroy();
    return status;
  };
  // The queue of the IP address remains full until the server notices the closed connection.
  await eventually(async () => expect(await answer()).toBe('200'));
});

const requestOf = (ip: string) => ({ ip, raw: { socket: {} } }) as FastifyRequest;
const noTurns = { enter: () => true, leave: () => {} };
const visitorOf = (id: string): Principal => ({
  owner: { id, kind: 'guest' },
  sessionId: null,
  hasCookie: true,
  subnet: '',
});

test('the visitors of one address have 240 concurrent long polls together', () => {
  const polls = createPolls(noTurns);
  const leaves = Array.from({ length: 240 }, (_, n) =>
    polls.enter(requestOf('192.0.2.1'), visitorOf(`visitor ${n}`)),
  );
  const enter = (ip: string) => polls.enter(requestOf(ip), visitorOf('another'));
  expect(() => enter('192.0.2.1')).toThrow(AppError);
  expect(() => enter('192.0.2.2')).not.toThrow();
  leaves[0]?.();
  expect(() => enter('192.0.2.1')).not.toThrow();
});

test('one address uploads sixteen photos concurrently', () => {
  const arrive = createArrivals(noTurns);
  const leaves = Array.from({ length: 16 }, () => arrive(requestOf('192.0.2.1')));
  expect(() => arrive(requestOf('192.0.2.1'))).toThrow(AppError);
  expect(() => arrive(requestOf('192.0.2.2'))).not.toThrow();
  leaves[0]?.();
  expect(() => arrive(requestOf('192.0.2.1'))).not.toThrow();
});

test('a long poll or an upload does not occupy a place in a request queue', () => {
  const leave = vi.fn();
  const requestQueues = { enter: () => true, leave };
  const [waiting, sending] = [requestOf('10.0.0.1'), requestOf('10.0.0.1')];
  createPolls(requestQueues).enter(waiting, visitorOf('a'));
  createArrivals(requestQueues)(sending);
  expect(leave.mock.calls).toEqual([[waiting.raw], [sending.raw]]);
});
