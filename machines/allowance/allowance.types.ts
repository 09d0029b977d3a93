import type { UserInfo } from '../model/user.ts';

/** `resetsAt` is the time of the next renewal, or null without an allowance. */
export type AllowanceContext = { resetsAt: string | null };

export type AllowanceEvent =
  /** from the root */
  { type: 'user.changed'; user: UserInfo | null };

declare module '../charts.ts' {
  interface ChartEvents {
    allowance: AllowanceEvent;
  }
}
