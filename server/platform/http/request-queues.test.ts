import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextPass } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRequestQueues } from './request-queues.ts';

/** Returns queues for requests named `<address><number>`, and the names of the started requests. */
function open() {
  const requestQueues = createRequestQueues((request) => request.url ?? '');
  const begun: string[] = [];
  function enter(address: string, name = address, method = 'GET') {
    const request = { url: address, method } as IncomingMessage;
    const response = new EventEmitter() as ServerResponse;
    const isIn = requestQueues.enter(request, response, () => begun.push(name));
    return { isIn, request, response };
  }
  const enterMany = (address: string, count: number) =>
    Array.from({ length: count }, (_, n) => enter(address, `${address}${n}`));
  return { requestQueues, begun, enter, enterMany };
}

test('a request begins at once if no other request is in progress', () => {
  const { begun, enter } = open();
  enter('a');
  expect(begun).toEqual(['a']);
});

test('starts only a few requests of one visitor before reading those of others', async () => {
  const { begun, enter, enterMany } = open();
  enterMany('a', 100);
  expect(begun).toHaveLength(8);
  enter('b');
  await nextPass();
  expect(begun).toHaveLength(16);
  expect(begun).toContain('b');
});

test('processes sixteen requests of an address at once; the next begins when one ends', async () => {
  const { requestQueues, begun, enterMany } = open();
  const [first] = enterMany('a', 20);
  for (let n = 0; n < 4; n += 1) await nextPass();
  expect(begun).toHaveLength(16);
  requestQueues.leave((first as { request: IncomingMessage }).request);
  await nextPass();
  expect(begun.at(-1)).toBe('a16');
});

test('processes four writes of an address at once, without delaying its reads', async () => {
  const { requestQueues, begun, enter } = open();
  const writes = Array.from({ length: 6 }, (_, n) => enter('a', `write ${n}`, 'POST'));
  enter('a', 'read');
  await nextPass();
  expect(begun).toEqual(['write 0', 'write 1', 'write 2', 'write 3', 'read']);
  requestQueues.leave((writes[1] as { request: IncomingMessage }).request);
  await nextPass();
  expect(begun.at(-1)).toBe('write 4');
});

test('serves the queues in rotation', async () => {
  const { begun, enterMany } = open();
  enterMany('a', 14);
  enterMany('b', 3);
  await nextPass();
  expect(begun.slice(8, 14)).toEqual(['a8', 'b0', 'a9', 'b1', 'a10', 'b2']);
});

test('skips a request whose connection has closed', async () => {
  const { begun, enterMany } = open();
  const waiting = enterMany('a', 10).slice(8);
  for (const { response } of waiting) Object.assign(response, { destroyed: true });
  enterMany('b', 1);
  await nextPass();
  await nextPass();
  expect(begun).toHaveLength(9);
  expect(begun.at(-1)).toBe('b0');
});

test('an address has at most 500 waiting requests, fewer while many addresses have some', () => {
  const few = open();
  expect(few.enterMany('a', 600).filter(({ isIn }) => isIn)).toHaveLength(508);
  const many = open();
  for (let n = 0; n < 200; n += 1) many.enter(`address ${n}`);
  expect(many.enterMany('a', 600).filter(({ isIn }) => isIn).length).toBeLessThan(30);
});
