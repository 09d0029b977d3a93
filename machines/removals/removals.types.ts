import type { UserInfo } from '../model/user.ts';

export type RemovalsContext = {
  /** ids of the records that are not deleted yet */
  queue: readonly string[];
  /** the number of records, and how many of them could not be deleted */
  removal: { asked: number; kept: number };
  /** id of the signed-in user, or null */
  visitor: string | null;
};

export type RemovalsEvent =
  /** deletes these records, after the visitor's confirmation */
  | { type: 'removals.requested'; ids: readonly string[] }
  | { type: 'user.changed'; user: UserInfo | null };

declare module '../charts.ts' {
  interface ChartEvents {
    removals: RemovalsEvent;
  }
}
