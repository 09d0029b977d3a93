// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { ProductEvent } from '../../machines/model/product-event.ts';
import { type Around, startAnalytics } from './start-analytics.ts';

const around: Around = {
  config: { runEnv: 'test' } as RuntimeConfig,
  caller: async () => ({ kind: 'guest' }) as never,
  locale: () => 'en',
  root: () => createActor(createMachine({})),
  forget: async () => {},
};

it('counts product events, but no other chart events such as dropped events', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { hear } = startAnalytics(around, () => {});
  const dropped = { type: 'events.dropped', count: 4, reason: 'optedOut', message: 'm' };
  for (const event of [dropped as unknown as ProductEvent, { type: 'record.deleted' } as const]) {
    hear({ event, at: 0, url: '/', allowed: null });
  }
  expect(info.mock.calls.map(([name]) => name)).toEqual(['record_delete']);
  info.mockRestore();
});
