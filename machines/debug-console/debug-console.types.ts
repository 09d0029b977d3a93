import type { ConsoleContent, ConsoleView } from '../ports/debug-console.port.ts';

export type DebugConsoleContext = {
  /** times of the taps of the last 3 s, oldest first */
  taps: readonly number[];
  view: ConsoleView;
  /** content of the view, or null until the content has been read */
  content: ConsoleContent | null;
};

export type DebugConsoleEvent =
  /** a tap on the hidden trigger; `atMs` is by any monotonic clock */
  | { type: 'debugConsole.tapped'; atMs: number }
  | { type: 'debugConsole.expanded' }
  | { type: 'debugConsole.collapsed' }
  | { type: 'debugConsole.viewChosen'; view: ConsoleView }
  | { type: 'debugConsole.reportRequested' }
  /** from the port: the content of the view */
  | { type: 'debugConsole.read'; content: ConsoleContent };

declare module '../charts.ts' {
  interface ChartEvents {
    debugConsole: DebugConsoleEvent;
  }
}
