import type { PortCall, PortStream } from './port.ts';

/** Views of the console. */
export type ConsoleView = 'cookies' | 'localStorage' | 'actors' | 'events' | 'calls' | 'build';

export type ConsoleRow = { name: string; value: string; note: string };

/**
 * Contains no secrets. `unavailable`: this build does not record the data. `unreadable`: the
 * browser refuses access, or the code that reads the data could not be loaded.
 */
export type ConsoleContent =
  | { kind: 'rows'; rows: readonly ConsoleRow[] }
  | { kind: 'unavailable' }
  | { kind: 'unreadable' };

export type DebugConsolePort = {
  /** Reads the signs that open the console by default (R19). `flagged`: a cookie enables it. */
  readDebugSigns: PortCall<
    void,
    { runEnv: 'development' | 'test' | 'production'; flagged: boolean }
  >;
  /** Emits the content of a view, immediately and after every change. */
  watchConsole: PortStream<
    { view: ConsoleView },
    { type: 'debugConsole.read'; content: ConsoleContent }
  >;
  /**
   * Copies the console's whole content without personal data to the clipboard. Rejects if the
   * browser refuses.
   */
  copyReport: PortCall<void, void>;
};
