import type { SnapshotFrom } from 'xstate';
import type { debugConsoleMachine } from './debug-console.machine.ts';

type DebugConsoleSnapshot = SnapshotFrom<typeof debugConsoleMachine>;

export const isConsoleShown = (snapshot: DebugConsoleSnapshot): boolean =>
  snapshot.matches('shown');

/** True if the console is open and not minimised. */
export const isConsoleOpen = (snapshot: DebugConsoleSnapshot): boolean =>
  snapshot.matches({ shown: { size: 'open' } });

export const selectConsoleView = (snapshot: DebugConsoleSnapshot) => snapshot.context.view;

/** Returns the content of the chosen view, or null while the content is being read. */
export const selectConsoleContent = (snapshot: DebugConsoleSnapshot) => snapshot.context.content;

export const selectReport = (
  snapshot: DebugConsoleSnapshot,
): 'idle' | 'copying' | 'copied' | 'refused' => {
  if (snapshot.matches({ shown: { report: 'copying' } })) return 'copying';
  if (snapshot.matches({ shown: { report: 'copied' } })) return 'copied';
  return snapshot.matches({ shown: { report: 'refused' } }) ? 'refused' : 'idle';
};
