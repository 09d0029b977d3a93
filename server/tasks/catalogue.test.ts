import { expect, test } from 'vitest';
import { better } from '../engine/functions/better/manifest.ts';
import { createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { expectedMs, laneOf, offerOf } from './catalogue.ts';

const code = 'upscale-2x-fast';
const size = { width: 1000, height: 1000 };

const engineThatTakes = (highMs: number) => ({
  ...createFakeEngine(),
  estimate: () => ({ lowMs: 0, highMs }),
});

test('a run of twenty seconds is short, a longer run is not', () => {
  expect(laneOf(engineThatTakes(20_000), code, size)).toBe('short');
  expect(laneOf(engineThatTakes(20_001), code, size)).toBe('long');
});

test('an unmeasured function counts as half a minute of work, and as a long run', () => {
  const unmeasured = { ...createFakeEngine(), estimate: () => null };
  expect(expectedMs(unmeasured, code, size)).toBe(30_000);
  expect(laneOf(unmeasured, code, size)).toBe('long');
});

test('an offer has the duration of a run for one megapixel', () => {
  const asked: object[] = [];
  const engine = {
    ...createFakeEngine(),
    estimate: (_code: string, image: object) => {
      asked.push(image);
      return { lowMs: 2000, highMs: 5000 };
    },
  };
  const [manifest] = engine.functions();
  if (!manifest) throw new Error('Expected the engine to offer a function.');
  const offer = offerOf(engine, manifest, 60_000);
  expect(offer).toMatchObject({ estimate: { lowMs: 2000, highMs: 5000 }, deadlineMs: 60_000 });
  expect(asked).toEqual([size]);
});

test('an offer has the duration of each workload, and usually no enlargement (R43)', () => {
  const engine = {
    ...createFakeEngine(),
    estimate: (_code: string, _size: object, done: readonly string[] = []) => ({
      lowMs: done.length,
      highMs: 10 * done.length,
    }),
  };
  const { estimate } = offerOf(engine, better, 60_000);
  const usual = better.options.length - 1;
  expect(estimate).toMatchObject({ per: 'megapixel', lowMs: usual, highMs: 10 * usual });
  expect(estimate?.workloads).toEqual(
    better.workloads.map(({ options }) => ({
      options,
      lowMs: options.length,
      highMs: 10 * options.length,
    })),
  );
});
