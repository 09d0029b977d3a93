import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { overlayMachine } from '../overlay.machine.ts';
import {
  isOverlayAway,
  isOverlayFull,
  isOverlayVisible,
  selectElapsedSeconds,
  selectPercent,
  selectRemainingMs,
  selectShowsCounter,
  selectTip,
} from '../overlay.selectors.ts';

const start = (options: { away?: boolean } = {}) => {
  const clock = new SimulatedClock();
  let watches = 0;
  const watchBack = fromCallback<EventObject, void>(() => {
    watches += 1;
    return () => {
      watches -= 1;
    };
  });
  const machine = overlayMachine.provide({ actors: { watchBack } });
  const actor = createActor(machine, { clock }).start();
  actor.send({ type: 'overlay.opened', counter: true, ...options });
  const now = () => actor.getSnapshot();
  const percent = () => selectPercent(now());
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 200) clock.increment(Math.min(200, left));
  };
  return { actor, now, percent, pass, watches: () => watches };
};

describe('overlay', () => {
  it('covers the page and counts from 0', () => {
    const { now, percent } = start();
    expect(isOverlayVisible(now())).toBe(true);
    expect(percent()).toBe(0);
  });

  it('moves every 200 ms and not in between (R17)', () => {
    const { percent, pass } = start();
    pass(199);
    expect(percent()).toBe(0);
    pass(1);
    expect(percent()).toBeGreaterThan(0);
  });

  it('reaches 98 % at 400 000 ms, not a tick earlier, and holds there (R17)', () => {
    const { now, percent, pass } = start();
    pass(399_800);
    expect(percent()).toBeLessThan(98);
    expect(now().matches({ open: { progress: 'climbing' } })).toBe(true);
    pass(200);
    expect(percent()).toBe(98);
    expect(now().matches({ open: { progress: 'holding' } })).toBe(true);
    pass(60_000);
    expect(percent()).toBe(98);
    expect(selectElapsedSeconds(now())).toBe(460);
  });

  it('never goes backwards and slows down by stages (R17)', () => {
    const { percent, pass } = start();
    const steps: number[] = [];
    let before = 0;
    for (let second = 0; second < 400; second += 10) {
      pass(10_000);
      steps.push(percent() - before);
      before = percent();
    }
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(steps[0]).toBeGreaterThan((steps.at(-1) ?? 0) * 4);
  });

  it('jumps to 100 % when finished, waits 600 ms and closes (R17)', () => {
    const { actor, now, percent, pass } = start();
    pass(10_000);
    actor.send({ type: 'overlay.finished' });
    expect(percent()).toBe(100);
    pass(599);
    expect(isOverlayVisible(now())).toBe(true);
    pass(1);
    expect(isOverlayVisible(now())).toBe(false);
  });

  it('changes to the second tip after 40 s (R16)', () => {
    const { now, pass } = start();
    pass(39_999);
    expect(selectTip(now())).toBe(1);
    pass(1);
    expect(selectTip(now())).toBe(2);
  });

  it('counts elapsed seconds', () => {
    const { now, pass } = start();
    pass(12_400);
    expect(selectElapsedSeconds(now())).toBe(12);
  });

  it('shows the counter only on request (R16)', () => {
    const { actor, now } = start();
    expect(selectShowsCounter(now())).toBe(true);
    actor.send({ type: 'overlay.closed' });
    actor.send({ type: 'overlay.opened' });
    expect(selectShowsCounter(now())).toBe(false);
  });

  it('closes at once when the run was not finished', () => {
    const { actor, now } = start();
    actor.send({ type: 'overlay.closed' });
    expect(now().matches('hidden')).toBe(true);
  });

  it('covers the page with the full bar until it closes, and cannot be cancelled then', () => {
    const { actor, now, percent, pass } = start();
    actor.send({ type: 'overlay.finished' });
    actor.send({ type: 'overlay.measured', fraction: 0.1, stage: 'waiting' });
    pass(599);
    expect([isOverlayVisible(now()), isOverlayFull(now()), percent()]).toEqual([true, true, 100]);
    pass(1);
    expect(now().matches('hidden')).toBe(true);
  });

  it('does not reappear to show the end after it was left', () => {
    const { actor, now, pass } = start({ away: true });
    actor.send({ type: 'overlay.finished' });
    expect(isOverlayVisible(now())).toBe(false);
    pass(600);
    expect(now().matches('hidden')).toBe(true);
  });

  it('starts at 0 when it is opened for the next task during the last 600 ms', () => {
    const { actor, now, percent, pass } = start();
    actor.send({ type: 'overlay.finished' });
    actor.send({ type: 'overlay.opened' });
    pass(600);
    expect(isOverlayVisible(now())).toBe(true);
    expect(percent()).toBeLessThan(5);
  });
});

describe('measured progress', () => {
  const measure = (fraction: number, high?: number) => ({
    type: 'overlay.measured' as const,
    fraction,
    stage: 'running' as const,
    ...(high === undefined ? {} : { remainingMs: { low: high / 2, high } }),
  });

  it('shows measured progress as a share of 98', () => {
    const { actor, percent } = start();
    actor.send(measure(0.5));
    expect(percent()).toBe(49);
  });

  it('does not move back when a measurement is below the shown value (R72)', () => {
    const { actor, percent } = start();
    actor.send(measure(0.5));
    actor.send(measure(0.3));
    expect(percent()).toBe(49);
  });

  it('does not move without a new measurement and without a range', () => {
    const { actor, percent, pass } = start();
    actor.send(measure(0.5));
    pass(300_000);
    expect(percent()).toBe(49);
  });

  it('moves at the measured pace, by the upper end of the range', () => {
    const { actor, percent, pass } = start();
    actor.send(measure(0.5, 10_000));
    pass(5000);
    expect(percent()).toBeCloseTo(49 + 49 / 2);
  });

  it('holds at 98 % when the measured range is over', () => {
    const { actor, now, percent, pass } = start();
    actor.send(measure(0.5, 10_000));
    pass(10_000);
    expect(percent()).toBe(98);
    expect(now().matches({ open: { progress: 'holding' } })).toBe(true);
  });

  it('counts the range down, and shows no time when it has passed', () => {
    const { actor, now, pass } = start();
    actor.send(measure(0.5, 40_000));
    expect(selectRemainingMs(now())).toEqual({ low: 20_000, high: 40_000 });
    pass(15_000);
    expect(selectRemainingMs(now())).toEqual({ low: 5000, high: 25_000 });
    pass(24_800);
    expect(selectRemainingMs(now())).toEqual({ low: 0, high: 1000 });
    pass(200);
    expect(selectRemainingMs(now())).toBeNull();
  });

  it('counts down again after a new measurement, and shows no time without a range', () => {
    const { actor, now, pass } = start();
    actor.send(measure(0.5, 10_000));
    pass(10_000);
    actor.send(measure(0.6, 8000));
    expect(selectRemainingMs(now())).toEqual({ low: 4000, high: 8000 });
    actor.send(measure(0.7));
    expect(selectRemainingMs(now())).toBeNull();
  });

  it('continues counting while it is left, and returns to the same value', () => {
    const { actor, now, percent, pass } = start();
    actor.send(measure(0.5));
    actor.send({ type: 'overlay.left' });
    expect([isOverlayVisible(now()), isOverlayAway(now())]).toEqual([false, true]);
    pass(3000);
    actor.send({ type: 'overlay.returned' });
    expect(isOverlayVisible(now())).toBe(true);
    expect(percent()).toBe(49);
    expect(selectElapsedSeconds(now())).toBe(3);
  });

  it('is left by the back button, which is watched only while it covers the page', () => {
    const { actor, now, watches } = start();
    expect(watches()).toBe(1);
    actor.send({ type: 'back.pressed' });
    expect([isOverlayAway(now()), watches()]).toEqual([true, 0]);
    actor.send({ type: 'overlay.returned' });
    expect(watches()).toBe(1);
    actor.send({ type: 'overlay.closed' });
    expect(watches()).toBe(0);
  });

  it('opens without covering the page for a task that was found again', () => {
    const { now } = start({ away: true });
    expect([isOverlayVisible(now()), isOverlayAway(now())]).toEqual([false, true]);
  });
});

describe('an overlay without progress', () => {
  const running = {
    type: 'overlay.measured',
    fraction: 0.5,
    stage: 'running',
    remainingMs: { low: 5000, high: 10_000 },
  } as const;

  it.each(['waiting', 'silent'] as const)(
    'stands still and shows no remaining time while it is %s, but keeps counting the seconds',
    (stage) => {
      const { actor, now, percent, pass } = start();
      actor.send(running);
      actor.send({ type: 'overlay.measured', fraction: 0, stage });
      pass(60_000);
      expect([percent(), selectRemainingMs(now())]).toEqual([49, null]);
      expect(selectElapsedSeconds(now())).toBe(60);
    },
  );

  it.each(['waiting', 'silent'] as const)(
    'fills and closes when a late answer reports the end while it is %s',
    (stage) => {
      const { actor, now, pass } = start();
      actor.send({ type: 'overlay.measured', fraction: 0, stage });
      actor.send({ type: 'overlay.finished' });
      expect([isOverlayFull(now()), selectPercent(now())]).toEqual([true, 100]);
      pass(600);
      expect(isOverlayVisible(now())).toBe(false);
    },
  );

  it('moves again with the next measurement', () => {
    const { actor, percent, pass } = start();
    actor.send({ type: 'overlay.measured', fraction: 0, stage: 'waiting' });
    pass(5000);
    actor.send(running);
    expect(percent()).toBe(49);
    pass(5000);
    expect(percent()).toBeGreaterThan(70);
  });
});
