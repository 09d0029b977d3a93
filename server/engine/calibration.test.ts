import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { type Calibration, calibrate } from './calibration.ts';
import { EngineError, type EngineJob } from './engine.port.ts';
import { better } from './functions/better/manifest.ts';
import { manifests } from './functions/manifests.ts';

const functions = manifests.filter(({ workloads }) => !workloads).slice(0, 2);
const codes = functions.map(({ code }) => code);

let calibration: Calibration | undefined;
afterEach(() => calibration?.stop());

/** Simulates a run that ends only when it is cancelled. */
const untilCancelled = ({ signal }: EngineJob) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new EngineError('cancelled', 'cancelled')));
  });

it('measures each function once, after a warm-up that does not count', async () => {
  const measured: string[] = [];
  const warmedUp: string[] = [];
  const results = new Set<boolean>();
  calibration = calibrate(functions, {
    idle: async () => {},
    warmUp: async ({ code }) => warmedUp.push(code),
    measure: async ({ code, inputPath, outputDir }) => {
      // A result written into the pictures' folder would replace the picture to be measured.
      results.add(path.dirname(inputPath) === outputDir);
      measured.push(code);
    },
  });
  await eventually(() => expect(measured).toEqual(codes));
  expect(warmedUp).toEqual(codes);
  expect([...results]).toEqual([false]);
});

it('measures each workload of a function, with the other options off', async () => {
  const measured: object[] = [];
  calibration = calibrate([better], {
    idle: async () => {},
    warmUp: async () => {},
    measure: async ({ options }) => measured.push(options),
  });
  const off = { noise: false, blocks: false, size: false };
  await eventually(() =>
    expect(measured).toEqual([
      off,
      { ...off, noise: true, blocks: true },
      { ...off, size: true },
      { noise: true, blocks: true, size: true },
    ]),
  );
});

it('goes on after a function that finds no object in its picture', async () => {
  const measured: string[] = [];
  calibration = calibrate(functions, {
    idle: async () => {},
    warmUp: async ({ code }) => {
      if (code === codes[0]) throw new EngineError('no_object', 'nothing there');
    },
    measure: async ({ code }) => measured.push(code),
  });
  await eventually(() => expect(measured).toEqual(codes.slice(1)));
});

it('yields to a job and measures again when the workers are idle', async () => {
  const idle = Promise.withResolvers<void>();
  const measure = vi.fn(untilCancelled);
  let asked = 0;
  calibration = calibrate(functions, {
    idle: () => {
      asked += 1;
      return asked === 1 ? Promise.resolve() : idle.promise;
    },
    warmUp: async () => {},
    measure,
  });
  await eventually(() => expect(measure).toHaveBeenCalledTimes(1));
  calibration.makeWay();
  await eventually(() => expect(asked).toBe(2));
  expect(measure).toHaveBeenCalledTimes(1);
  measure.mockImplementation(async () => 'measured');
  idle.resolve();
  await eventually(() =>
    expect(measure.mock.calls.map(([job]) => job.code)).toEqual([codes[0], ...codes]),
  );
});

it('ends at once when it is stopped during a measurement', async () => {
  const measure = vi.fn(untilCancelled);
  calibration = calibrate(functions, { idle: async () => {}, warmUp: async () => {}, measure });
  await eventually(() => expect(measure).toHaveBeenCalledTimes(1));
  await calibration.stop();
  expect(measure).toHaveBeenCalledTimes(1);
});
