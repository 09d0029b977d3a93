import type { ConsoleContent, ConsoleView } from '../ports/debug-console.port.ts';

export type DebugConsoleContext = {
  /** times of the taps of the last 3 s, oldest first */
  taps: readonly number[];
  view: ConsoleView;
  /** null until the view has been read */
  content: ConsoleContent | null;
};

export type DebugConsoleEvent =
  /** a tap on the hidden trigger; `atMs` is by any monotonic clock */
  | { type: 'debugConsole.tapped'; atMs: number }
  | { type: 'debugConsole.expanded' }
  | { type: 'debugConsole.collapsed' }
  | { type: 'debugConsole.viewChosen'; view: ConsoleView }
  | { type: 'debugConsole.reportRequested' }
  /** from the port */
  | { type: 'debugConsole.read'; content: ConsoleContent };

declare module '../charts.ts' {
  interface ChartEvents {
    debugConsole: DebugConsoleEvent;
  }
}
