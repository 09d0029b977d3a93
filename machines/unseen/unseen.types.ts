import type { TaskEnded } from '../app/app.types.ts';

export type UnseenContext = {
  /** of the page on screen */
  path: string;
  /** whose end was the first that the visitor has not seen; null before */
  recordId: string | null;
};

export type UnseenEvent =
  /** from the root */
  TaskEnded | { type: 'location.changed'; path: string };

declare module '../charts.ts' {
  interface ChartEvents {
    unseen: UnseenEvent;
  }
}
