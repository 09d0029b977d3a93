import type { OverlayStage } from '../model/overlay-stage.ts';
import type { RemainingMs } from '../model/task-record.ts';
import type { BackPressed } from '../ports/navigation.port.ts';

export type OverlayContext = {
  showsCounter: boolean;
  /** percentage of the bar, 0 to 100; never decreases while the overlay is open */
  percent: number;
  elapsedMs: number;
  /** the last measurement, or null while only the clock moves the bar (R17) */
  measured: { percent: number; atMs: number; remainingMs: RemainingMs | null } | null;
};

export type OverlayOpened = {
  type: 'overlay.opened';
  counter?: boolean;
  /** true if the overlay must not cover the page, for a task restored after a reload */
  away?: boolean;
};

export type OverlayMeasured = {
  type: 'overlay.measured';
  /** finished share of the whole task, 0 to 1 */
  fraction: number;
  stage: OverlayStage;
  remainingMs?: RemainingMs | null;
};

export type OverlayEvent =
  | OverlayOpened
  | OverlayMeasured
  /** the bar jumps to 100, and the overlay closes after 600 ms */
  | { type: 'overlay.finished' }
  /** closes immediately */
  | { type: 'overlay.closed' }
  /** the visitor closes the overlay, and the progress is counted in the background */
  | { type: 'overlay.left' }
  /** sent by the browser's back button */
  | BackPressed
  | { type: 'overlay.returned' };

declare module '../charts.ts' {
  interface ChartEvents {
    overlay: OverlayEvent;
  }
}
