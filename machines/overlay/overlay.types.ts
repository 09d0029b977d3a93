import type { OverlayStage } from '../model/overlay-stage.ts';
import type { RemainingMs } from '../model/task-record.ts';
import type { BackPressed } from '../ports/navigation.port.ts';

export type OverlayContext = {
  showsCounter: boolean;
  /** 0 to 100, never decreases while open */
  percent: number;
  elapsedMs: number;
  /** the last measurement, or null while only the clock moves the bar (R17) */
  measured: { percent: number; atMs: number; remainingMs: RemainingMs | null } | null;
};

export type OverlayOpened = {
  type: 'overlay.opened';
  counter?: boolean;
  /** opens without covering the page, for a task restored after a reload */
  away?: boolean;
};

export type OverlayMeasured = {
  type: 'overlay.measured';
  /** share of the whole, 0 to 1 */
  fraction: number;
  stage: OverlayStage;
  remainingMs?: RemainingMs | null;
};

export type OverlayEvent =
  | OverlayOpened
  | OverlayMeasured
  /** jumps to 100, waits 600 ms, and closes */
  | { type: 'overlay.finished' }
  /** closes immediately */
  | { type: 'overlay.closed' }
  /** the visitor continues elsewhere; counting continues in the background */
  | { type: 'overlay.left' }
  /** sent by the browser's back button */
  | BackPressed
  | { type: 'overlay.returned' };

declare module '../charts.ts' {
  interface ChartEvents {
    overlay: OverlayEvent;
  }
}
