import type { RecordPhase } from '../model/task-record.ts';

/** Path of the page on screen. */
export type UnseenContext = { path: string };

export type UnseenEvent =
  /** from the root */
  | { type: 'task.ended'; recordId: string; phase: RecordPhase; watched: boolean }
  | { type: 'location.changed'; path: string };

declare module '../charts.ts' {
  interface ChartEvents {
    unseen: UnseenEvent;
  }
}
