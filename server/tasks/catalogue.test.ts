import { expect, test } from 'vitest';
import type { OptionValues } from '../../machines/model/functions.ts';
import { better } from '../engine/functions/better/manifest.ts';
import { createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { expectedMs, laneOf, offerOf, refuseTooSlow } from './catalogue.ts';

const size = { width: 1000, height: 1000 };
const run = { manifest: better, size, options: {} };

const engineThatTakes = (highMs: number) => ({
  ...createFakeEngine(),
  estimate: () => ({ lowMs: 0, highMs }),
});

test('a run of twenty seconds is short, a longer run is not', () => {
  expect(laneOf(engineThatTakes(20_000), run)).toBe('short');
  expect(laneOf(engineThatTakes(20_001), run)).toBe('long');
});

test('an unmeasured function counts as half a minute of work, and as a long run', () => {
  const unmeasured = { ...createFakeEngine(), estimate: () => null };
  expect(expectedMs(unmeasured, run)).toBe(30_000);
  expect(laneOf(unmeasured, run)).toBe('long');
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

/** Each option that is done takes up to ten seconds. */
const engineByOptions = {
  ...createFakeEngine(),
  estimate: (_code: string, _size: object, done: readonly string[] = []) => ({
    lowMs: done.length,
    highMs: 10_000 * done.length,
  }),
};

test('an offer has the duration of each workload, and usually no enlargement (R43)', () => {
  const { estimate } = offerOf(engineByOptions, better, 60_000);
  const usual = better.options.length - 1;
  expect(estimate).toMatchObject({ per: 'megapixel', lowMs: usual, highMs: 10_000 * usual });
  expect(estimate?.workloads).toEqual(
    better.workloads.map(({ options }) => ({
      options,
      lowMs: options.length,
      highMs: 10_000 * options.length,
    })),
  );
});

test('only the parts that are switched on count in the duration of a run', () => {
  const allOff = Object.fromEntries(better.options.map(({ name }) => [name, false]));
  const image = { ...size, pixels: 1e6, bytes: 1e6, format: 'jpg', mime: 'image/jpeg' } as const;
  const offer = offerOf(engineByOptions, better, 20_000);
  const refuse = (options: OptionValues) => () =>
    refuseTooSlow(offer, { ...image, hasAlpha: false }, options);
  expect(refuse({})).toThrow(expect.objectContaining({ code: 'too_slow' }));
  expect(refuse({ size: false })).not.toThrow();
  expect(expectedMs(engineByOptions, run)).toBe(10_000 * better.options.length);
  expect(expectedMs(engineByOptions, { ...run, options: { ...allOff, light: true } })).toBe(10_000);
  expect(laneOf(engineByOptions, { ...run, options: allOff })).toBe('short');
});
