import type { PortCall, PortStream } from './port.ts';

/** What the console can show of the page. */
export type ConsoleView = 'cookies' | 'localStorage' | 'actors' | 'events' | 'calls' | 'build';

export type ConsoleRow = { name: string; value: string; note: string };

/**
 * Without secrets. `unavailable`: this build has no tap and cannot know. `unreadable`: the browser
 * refuses access, or the reading code could not be loaded.
 */
export type ConsoleContent =
  | { kind: 'rows'; rows: readonly ConsoleRow[] }
  | { kind: 'unavailable' }
  | { kind: 'unreadable' };

export type DebugConsolePort = {
  /** R19: whether the console shows without being asked for; `flagged` by a cookie. */
  readDebugSigns: PortCall<
    void,
    { runEnv: 'development' | 'test' | 'production'; flagged: boolean }
  >;
  /** Tells what is in a view, at once and whenever it changes. */
  watchConsole: PortStream<
    { view: ConsoleView },
    { type: 'debugConsole.read'; content: ConsoleContent }
  >;
  /** Puts everything the console knows on the clipboard, without personal data; may be refused. */
  copyReport: PortCall<void, void>;
};
