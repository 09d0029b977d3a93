import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { ConsoleView, DebugConsolePort } from '../../ports/debug-console.port.ts';
import { settle } from '../../testing/test-system.ts';
import { debugConsoleMachine } from '../debug-console.machine.ts';
import {
  isConsoleOpen,
  isConsoleShown,
  selectConsoleContent,
  selectConsoleView,
  selectReport,
} from '../debug-console.selectors.ts';

type Signs = Awaited<ReturnType<DebugConsolePort['readDebugSigns']>>;

type World = { signs: Partial<Signs>; clipboard: 'open' | 'refused' };

const start = async (world: Partial<World> = {}) => {
  const clock = new SimulatedClock();
  const watched: ConsoleView[] = [];
  const machine = debugConsoleMachine.provide({
    actors: {
      readDebugSigns: fromPromise<Signs, void>(async () => ({
        runEnv: 'development',
        flagged: false,
        ...world.signs,
      })),
      watchConsole: fromCallback(({ input, sendBack }) => {
        const { view } = input as { view: ConsoleView };
        watched.push(view);
        const rows = [{ name: view, value: 'x', note: '' }];
        sendBack({ type: 'debugConsole.read', content: { kind: 'rows', rows } });
      }),
      copyReport: fromPromise<void, void>(async () => {
        if (world.clipboard === 'refused') throw new Error('no');
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  await settle();
  const now = () => actor.getSnapshot();
  const tap = (times: number, everyMs = 100) => {
    for (let count = 0; count < times; count += 1) {
      actor.send({ type: 'debugConsole.tapped', atMs: clock.now() });
      clock.increment(everyMs);
    }
  };
  return { actor, clock, now, tap, watched };
};

describe('debug console', () => {
  it('is hidden at first', async () => {
    expect(isConsoleShown((await start()).now())).toBe(false);
  });

  it('shows after eight taps, not after seven', async () => {
    const { now, tap } = await start();
    tap(7);
    expect(isConsoleShown(now())).toBe(false);
    tap(1);
    expect(isConsoleShown(now())).toBe(true);
  });

  it('toggles on each further eight taps', async () => {
    const { now, tap } = await start();
    const seen = [1, 2, 3, 4].map(() => {
      tap(8);
      return isConsoleShown(now());
    });
    expect(seen).toEqual([true, false, true, false]);
  });

  it('counts only the taps of the last 3 s', async () => {
    const { now, tap } = await start();
    tap(20, 500);
    expect(isConsoleShown(now())).toBe(false);
  });

  it('ignores an earlier tap', async () => {
    const { clock, now, tap } = await start();
    tap(1);
    clock.increment(2500);
    tap(8);
    expect(isConsoleShown(now())).toBe(true);
  });

  it('accepts eight taps within 2999 ms and not within 3000 (R19)', async () => {
    const quick = await start();
    quick.tap(1, 2999);
    quick.tap(7, 0);
    expect(isConsoleShown(quick.now())).toBe(true);
    const slow = await start();
    slow.tap(1, 3000);
    slow.tap(7, 0);
    expect(isConsoleShown(slow.now())).toBe(false);
  });

  it.each([
    [{ runEnv: 'test' as const }, true],
    [{ flagged: true }, true],
    [{ runEnv: 'production' as const, flagged: true }, true],
    [{ runEnv: 'production' as const }, false],
  ])('with %j shows at once: %s (R19)', async (signs, shown) => {
    const { now } = await start({ signs });
    expect(isConsoleShown(now())).toBe(shown);
    expect(isConsoleOpen(now())).toBe(false);
  });

  it('shows the cookies first (R19)', async () => {
    const { now, tap, watched } = await start();
    tap(8);
    expect(selectConsoleView(now())).toBe('cookies');
    expect(watched).toEqual(['cookies']);
    expect(selectConsoleContent(now())).toMatchObject({ rows: [{ name: 'cookies' }] });
  });

  it('reads another view when it is chosen, but not the current view again', async () => {
    const { actor, now, tap, watched } = await start();
    tap(8);
    actor.send({ type: 'debugConsole.viewChosen', view: 'calls' });
    actor.send({ type: 'debugConsole.viewChosen', view: 'calls' });
    expect(watched).toEqual(['cookies', 'calls']);
    expect(selectConsoleContent(now())).toMatchObject({ rows: [{ name: 'calls' }] });
  });

  it('minimises to a line and reopens with the same view', async () => {
    const { actor, now, tap } = await start();
    tap(8);
    actor.send({ type: 'debugConsole.viewChosen', view: 'build' });
    actor.send({ type: 'debugConsole.collapsed' });
    expect([isConsoleShown(now()), isConsoleOpen(now())]).toEqual([true, false]);
    expect(selectConsoleContent(now())).toBeNull();
    actor.send({ type: 'debugConsole.expanded' });
    expect([isConsoleOpen(now()), selectConsoleView(now())]).toEqual([true, 'build']);
  });

  it.each([
    ['open', 'copied'],
    ['refused', 'refused'],
  ] as const)('shows the outcome of a report for 3 s (%s: %s)', async (clipboard, note) => {
    const { actor, clock, now, tap } = await start({ clipboard });
    tap(8);
    actor.send({ type: 'debugConsole.reportRequested' });
    expect(selectReport(now())).toBe('copying');
    await settle();
    expect(selectReport(now())).toBe(note);
    clock.increment(2999);
    expect(selectReport(now())).toBe(note);
    clock.increment(1);
    expect(selectReport(now())).toBe('idle');
  });
});
