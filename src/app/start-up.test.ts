import { expect, it, vi } from 'vitest';
import { failureOf } from '../../machines/ports/port-failure.ts';
import { fillWords } from './fill-words.ts';
import { lazyCall, once } from './lazy-port.ts';
import { productWords, readRuntimeConfig } from './read-runtime-config.ts';

const config = {
  runEnv: 'test',
  apiBaseUrl: '',
  websiteId: 'w',
  product: 'P & Q',
  company: 'C',
  address: 'A',
  email: 'e@example.com',
  retention: { en: '30 days', de: '30 Tage' },
};

it('reads the configuration that the server inserted into the page (R30)', () => {
  const read = readRuntimeConfig(JSON.stringify(config));
  expect(read).toEqual(config);
  expect(productWords(read)).toEqual({
    product: 'P & Q',
    company: 'C',
    address: 'A',
    email: 'e@example.com',
  });
});

it('names everything that the configuration lacks', () => {
  const wrong = { runEnv: 'staging', product: undefined, email: 1, retention: null };
  const json = JSON.stringify({ ...config, ...wrong });
  expect(() => readRuntimeConfig(json)).toThrow('lacks: runEnv, product, email, retention.');
});

it('puts the names of the operator into every text of a page (R10)', () => {
  const words = { product: 'P', company: 'C', address: 'A', email: 'E' };
  const page = {
    title: '{product}',
    updated: null,
    sections: [{ blocks: [{ items: ['{email}, {other}'] }] }],
  };
  expect(fillWords(page, words)).toEqual({
    title: 'P',
    updated: null,
    sections: [{ blocks: [{ items: ['E, {other}'] }] }],
  });
});

const signal = new AbortController().signal;

it('loads the implementation of a port once, at its first use', async () => {
  const load = vi.fn(async () => ({ double: async (value: number) => 2 * value }));
  const double = lazyCall(once(load), (ports) => ports.double);
  expect(load).not.toHaveBeenCalled();
  expect(await Promise.all([double(1, signal), double(2, signal)])).toEqual([2, 4]);
  expect(load).toHaveBeenCalledOnce();
});

it('fails like a call without network if the implementation cannot be loaded, and loads it again at the next use', async () => {
  const load = vi.fn(async () => ({ one: async () => 1 }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const one = lazyCall(once(load), (ports) => ports.one);
  expect(await one(undefined, signal).catch(failureOf)).toMatchObject({ reason: 'offline' });
  expect(await one(undefined, signal)).toBe(1);
});
