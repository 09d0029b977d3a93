import type { ChunkFailed, LookDue, ReloadCause } from '../ports/freshness.port.ts';
import type { Stake, StakeChanged } from './stake.ts';

export type FreshnessInput = { path: string };

export type FreshnessContext = {
  /** the browser's address: path with language, query and fragment */
  path: string;
  stake: Stake;
  /** why the page must be reloaded, or null if no reload is needed */
  cause: ReloadCause | null;
  /**
   * true if the visitor has just moved to another page, so that a reload may interrupt stored work
   */
  hasMoved: boolean;
};

export type FreshnessEvent =
  /** from the note */
  | { type: 'reload.pressed' }
  | { type: 'reloadNote.dismissed' }
  /** from the root */
  | { type: 'location.changed'; path: string }
  | { type: 'connection.restored' }
  /** the browser loads another document */
  | { type: 'document.left' }
  | StakeChanged
  | ChunkFailed
  | LookDue;

declare module '../charts.ts' {
  interface ChartEvents {
    freshness: FreshnessEvent;
  }
}
