import { assign } from 'xstate';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { rejecting } from '../../testing/samples.ts';
import { debugConsoleMachine } from '../debug-console.machine.ts';

const refused = rejecting({ reason: 'unsupported' });

export const debugConsoleDescriptor = describeChart<typeof debugConsoleMachine>({
  machine: debugConsoleMachine,
  people: {
    'debugConsole.tapped': ({ taps }) => ({
      soon: { atMs: (taps.at(-1) ?? 0) + 10 },
      '3 s later': { atMs: (taps.at(-1) ?? 0) + 3000 },
    }),
    'debugConsole.expanded': {},
    'debugConsole.collapsed': {},
    'debugConsole.viewChosen': ({ view }) => ({
      'the same': { view },
      another: { view: view === 'cookies' ? 'localStorage' : 'cookies' },
    }),
    'debugConsole.reportRequested': {},
  },
  actors: {
    readDebugSigns: {
      done: {
        development: { runEnv: 'development', flagged: false },
        test: { runEnv: 'test', flagged: false },
        'the cookie flag': { runEnv: 'production', flagged: true },
      },
      error: { 'no cookies': refused },
    },
    watchConsole: {
      sends: {
        rows: {
          type: 'debugConsole.read',
          content: { kind: 'rows', rows: [{ name: 'a', value: '1', note: '' }] },
        },
      },
      error: { 'it cannot be read': refused },
    },
    copyReport: { done: {}, error: { 'no clipboard': refused } },
  },
  reads: ({ taps, view }) => [taps.length, view],
  laws: {
    'only the taps of the last 3 s count': {
      holds: ({ now: { context } }) => (context.taps.at(-1) ?? 0) - (context.taps[0] ?? 0) < 3000,
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            countTap: assign(({ context }, { atMs }) => ({ taps: [...context.taps, atMs] })),
          },
        }),
    },
    'at most seven taps are stored': {
      holds: ({ now: { context } }) => context.taps.length < 8,
      brokenBy: (machine) => machine.provide({ guards: { isLastTap: () => false } }),
    },
    'the console is visible only in tests or on request': {
      holds: ({ now, event }) =>
        event?.type !== 'xstate.done.actor.readDebugSigns' ||
        event.output.runEnv === 'test' ||
        event.output.flagged ||
        !now.matches('shown'),
      brokenBy: 'debugConsole.asking on onDone of readDebugSigns: without the guard isWanted',
    },
  },
});
