import { beforeEach, expect, test } from 'vitest';
import { createSignedUploads } from './signed-uploads.ts';

const lifetimeMs = 600_000;

let time: number;
let signed: ReturnType<typeof createSignedUploads>;
beforeEach(() => {
  time = Date.parse('2026-11-21T10:00:00Z');
  signed = createSignedUploads({ now: () => new Date(time), lifetimeMs });
});

const guest = (id: string, subnet = 'home') => ({ id, subnet, tokenHash: `hash of ${id}` });
const [a, b] = [guest('a'), guest('b')];
const elsewhere = guest('c', 'elsewhere');

test('counts the signatures of a guest, of an address and in total', () => {
  expect(signed.count(a)).toEqual({ ofOwner: 0, ofSubnet: 0, inAll: 0 });
  for (const key of ['a1', 'a2']) signed.add(key, { claim: a, isNewcomer: true });
  signed.add('b1', { claim: b, isNewcomer: true });
  signed.add('c1', { claim: elsewhere, isNewcomer: true });
  expect(signed.count(a)).toEqual({ ofOwner: 2, ofSubnet: 3, inAll: 4 });
  expect(signed.count(elsewhere)).toEqual({ ofOwner: 1, ofSubnet: 1, inAll: 4 });
});

test('a signature counts until its photo has a row, or until it expires', () => {
  for (const key of ['arrives', 'waits']) signed.add(key, { claim: a, isNewcomer: false });
  expect(signed.arrive('arrives', a)).toBe(true);
  expect(signed.count(a).inAll).toBe(2);
  signed.rowMade('arrives');
  expect(signed.count(a).inAll).toBe(1);
  time += lifetimeMs - 1;
  expect(signed.count(a).inAll).toBe(1);
  time += 1;
  expect(signed.count(a).inAll).toBe(0);
});

test('a slowly arriving photo keeps its signature after it expires', () => {
  signed.add('slow', { claim: a, isNewcomer: false });
  signed.arrive('slow', a);
  time += 2 * lifetimeMs;
  expect(signed.count(a).inAll).toBe(1);
  expect(signed.arriving('slow')).toEqual(a);
  expect(signed.arrive('slow', a)).toBe(false);
});

test('counts the other newcomers of an address, each once, until they have a row', () => {
  for (const key of ['b1', 'b2']) signed.add(key, { claim: b, isNewcomer: true });
  signed.add('a1', { claim: a, isNewcomer: true });
  signed.add('c1', { claim: elsewhere, isNewcomer: true });
  signed.add('d1', { claim: guest('d'), isNewcomer: false });
  expect(signed.newcomersBeside(a)).toBe(1);
  expect(signed.newcomersBeside(guest('e'))).toBe(2);
  expect(signed.newcomersBeside(elsewhere)).toBe(0);
  for (const key of ['b1', 'b2']) {
    signed.arrive(key, b);
    signed.rowMade(key);
  }
  expect(signed.newcomersBeside(a)).toBe(0);
});

test('a newcomer whose signature has expired does not become a guest', () => {
  signed.add('b1', { claim: b, isNewcomer: true });
  time += lifetimeMs;
  expect(signed.newcomersBeside(a)).toBe(0);
});

test('a signature of another process does not make its guest a newcomer', () => {
  expect(signed.arrive('foreign', b)).toBe(true);
  expect(signed.count(b)).toEqual({ ofOwner: 1, ofSubnet: 1, inAll: 1 });
  expect(signed.newcomersBeside(a)).toBe(0);
});

test('a signature is used by one upload at a time, and again after an interrupted upload', () => {
  signed.add('a1', { claim: a, isNewcomer: false });
  expect(signed.arrive('a1', a)).toBe(true);
  expect(signed.arrive('a1', a)).toBe(false);
  signed.rowMade('a1');
  expect(signed.isRowMade('a1')).toBe(true);
  expect(signed.arrive('a1', a)).toBe(false);
  signed.reopen('a1');
  expect(signed.isRowMade('a1')).toBe(false);
  expect(signed.arrive('a1', a)).toBe(true);
});

test.each([
  ['of this process', () => signed.add('key', { claim: a, isNewcomer: false })],
  ['of another process', () => {}],
])(
  'a spent signature %s no longer counts and is not accepted again while it is valid',
  (_, sign) => {
    sign();
    signed.arrive('key', a);
    signed.spend('key');
    expect(signed.count(a)).toEqual({ ofOwner: 0, ofSubnet: 0, inAll: 0 });
    expect(signed.arriving('key')).toBeUndefined();
    time += lifetimeMs - 1;
    signed.count(a);
    expect(signed.isKnown('key')).toBe(true);
    expect(signed.arrive('key', a)).toBe(false);
  },
);

test('a spent signature is forgotten when it can no longer be valid', () => {
  signed.add('key', { claim: a, isNewcomer: false });
  signed.spend('key');
  time += lifetimeMs;
  signed.count(a);
  expect(signed.isKnown('key')).toBe(false);
});
