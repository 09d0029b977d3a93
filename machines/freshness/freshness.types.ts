import type { ChunkFailed, LookDue, ReloadCause } from '../ports/freshness.port.ts';
import type { Stake, StakeChanged } from './stake.ts';

export type FreshnessInput = { path: string };

export type FreshnessContext = {
  /** the address: path with language, query and fragment */
  path: string;
  stake: Stake;
  /** why the page must be reloaded; null if it need not be */
  cause: ReloadCause | null;
  /** the visitor has just opened another page, so stored work may be interrupted */
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
