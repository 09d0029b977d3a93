import type { PortCall, PortStream } from './port.ts';

/** Views of the console. */
export type ConsoleView = 'cookies' | 'localStorage' | 'actors' | 'events' | 'calls' | 'build';

export type ConsoleRow = { name: string; value: string; note: string };

/**
 * Contains no secrets. `unavailable`: this build has no tap. `unreadable`: the browser refuses access, or the
 * reading code could not be loaded.
 */
export type ConsoleContent =
  | { kind: 'rows'; rows: readonly ConsoleRow[] }
  | { kind: 'unavailable' }
  | { kind: 'unreadable' };

export type DebugConsolePort = {
  /** R19: whether the console is shown by default; `flagged` by a cookie. */
  readDebugSigns: PortCall<
    void,
    { runEnv: 'development' | 'test' | 'production'; flagged: boolean }
  >;
  /** Emits the content of a view, at once and on every change. */
  watchConsole: PortStream<
    { view: ConsoleView },
    { type: 'debugConsole.read'; content: ConsoleContent }
  >;
  /** Copies everything in the console to the clipboard, without personal data; may be refused. */
  copyReport: PortCall<void, void>;
};
