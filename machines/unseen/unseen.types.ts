import type { TaskEnded } from '../app/app.types.ts';

/** Path of the page on screen. */
export type UnseenContext = { path: string };

export type UnseenEvent =
  /** from the root */
  TaskEnded | { type: 'location.changed'; path: string };

declare module '../charts.ts' {
  interface ChartEvents {
    unseen: UnseenEvent;
  }
}
