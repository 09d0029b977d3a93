import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { configuredServices } from './services.ts';

const around = {
  apiBaseUrl: '' as const,
  runEnv: 'production' as const,
  root: () => createActor(createMachine({})),
  websiteId: 'site-1',
  caller: async () => ({ kind: 'guest' }) as const,
  locale: () => 'en' as const,
};
const everything = {
  amplitude: { key: 'key', zone: 'US', batch: false, serverUrl: null } as const,
  gaId: 'G-1',
  metaPixelId: '2',
  tiktokPixelId: 'C3',
};

it('are the configured services; a service without an implementation is skipped (R55)', () => {
  const purposes = configuredServices(everything, around).map(({ purpose }) => purpose);
  expect(purposes).toEqual(['measurement', 'measurement', 'advertising', 'advertising']);
  expect(configuredServices({}, around)).toEqual([]);
});
