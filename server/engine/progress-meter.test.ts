import { describe, expect, it } from 'vitest';
import { ProgressMeter } from './progress-meter.ts';

const shares = { reading: 0.1, detecting: 0, running: 0.8, writing: 0.1 };

function meterAt(): { meter: ProgressMeter; pass(ms: number): void } {
  let now = 5000;
  const meter = new ProgressMeter(shares, () => now);
  return {
    meter,
    pass(ms) {
      now += ms;
    },
  };
}

describe('ProgressMeter', () => {
  it('adds up the stages according to their shares', () => {
    const { meter } = meterAt();
    expect(meter.report({ stage: 'reading', fraction: 0.5 }).fraction).toBeCloseTo(0.05);
    expect(meter.report({ stage: 'running', fraction: 0.5 }).fraction).toBeCloseTo(0.5);
    expect(meter.report({ stage: 'writing', fraction: 1 }).fraction).toBeCloseTo(1);
  });

  it('never decreases', () => {
    const { meter } = meterAt();
    meter.report({ stage: 'running', fraction: 0.9 });
    expect(meter.report({ stage: 'running', fraction: 0.2 }).fraction).toBeCloseTo(0.82);
  });

  it('measures the speed without the work of an earlier attempt', () => {
    const { meter, pass } = meterAt();
    meter.report({ stage: 'running', fraction: 0.5, isResumed: true });
    pass(2000);
    expect(meter.report({ stage: 'running', fraction: 0.5 }).remaining).toBeUndefined();
    const { fraction, remaining } = meter.report({ stage: 'running', fraction: 0.75 });
    expect(fraction).toBeCloseTo(0.7);
    // A fifth of the work took two seconds. Three tenths remain.
    expect(remaining).toEqual({ lowMs: 2400, highMs: 3750 });
  });

  it('estimates a remaining time only after it has measured a speed', () => {
    const { meter, pass } = meterAt();
    pass(100);
    expect(meter.report({ stage: 'running', fraction: 0.1 }).remaining).toBeUndefined();
    pass(900);
    const { remaining } = meter.report({ stage: 'running', fraction: 0.5 });
    expect(remaining).toEqual({ lowMs: 800, highMs: 1250 });
  });

  it('does not count a pause as work: progress and remaining time stay', () => {
    const { meter, pass } = meterAt();
    pass(1000);
    const before = meter.report({ stage: 'running', fraction: 0.5 });
    expect(before.paused).toBeUndefined();
    expect(meter.pause(true)).toEqual({ ...before, paused: { now: true, ms: 0 } });
    pass(8000);
    const paused = { now: false, ms: 8000 };
    expect(meter.pause(false)).toEqual({ ...before, paused });
    expect(meter.report({ stage: 'running', fraction: 0.5 })).toEqual({ ...before, paused });
    pass(1000);
    meter.pause(true);
    pass(3000);
    meter.pause(false);
    expect(meter.report({ stage: 'writing', fraction: 1 }).paused).toEqual({
      now: false,
      ms: 11_000,
    });
    expect(meter.finish()).toMatchObject({ reading: 1000, running: 1000, writing: 0 });
  });

  it('measures each stage', () => {
    const { meter, pass } = meterAt();
    pass(30);
    meter.report({ stage: 'running', fraction: 0 });
    pass(400);
    meter.report({ stage: 'writing', fraction: 0 });
    pass(50);
    expect(meter.finish()).toEqual({ reading: 30, detecting: 0, running: 400, writing: 50 });
  });
});
