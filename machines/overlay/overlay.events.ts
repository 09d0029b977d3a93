import type { RemainingMs } from '../model/task-record.ts';

/** What the progress bar says is going on; screens have words for each. */
export type OverlayStage =
  | 'preparing'
  | 'uploading'
  | 'starting'
  | 'waiting'
  | 'queued'
  | 'reading'
  | 'detecting'
  | 'running'
  | 'writing'
  | 'cancelling';

export type OverlayContext = {
  /** systemId of the chart that hears `overlay.left` and `overlay.returned`, or null */
  owner: string | null;
  showsCounter: boolean;
  /** 0 to 100, never smaller than before while it is open */
  percent: number;
  elapsedMs: number;
  /** the last honest measure; null while only the clock drives the bar (R17) */
  measured: { percent: number; atMs: number; remainingMs: RemainingMs | null } | null;
  stage: OverlayStage | null;
};

export type OverlayEvent =
  /** `away` opens it without covering the page: a task found again after a reload */
  | { type: 'overlay.opened'; owner?: string; counter?: boolean; away?: boolean }
  | {
      type: 'overlay.measured';
      /** 0 to 1 of the whole */
      fraction: number;
      stage: OverlayStage;
      remainingMs?: RemainingMs | null;
    }
  /** jumps to 100, waits 600 ms, closes */
  | { type: 'overlay.finished' }
  /** closes at once, nothing was finished */
  | { type: 'overlay.closed' }
  /** the visitor goes on elsewhere; counting goes on unseen */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' };
