import type { TaskEnded } from '../app/app.types.ts';

export type UnseenContext = {
  /** path of the page on screen */
  path: string;
  /** record of the first task that ended unseen, or null if no end is unseen */
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
