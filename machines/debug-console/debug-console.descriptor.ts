import { describeChart } from '../testing/chart-descriptor.ts';
import { rejecting } from '../testing/samples.ts';
import { debugConsoleMachine } from './debug-console.machine.ts';

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
    'only the taps of the last 3 s count': ({ taps }) => (taps.at(-1) ?? 0) - (taps[0] ?? 0) < 3000,
    'seven taps are the most that are remembered': ({ taps }) => taps.length < 8,
  },
});
