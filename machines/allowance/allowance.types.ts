import type { UserInfo } from '../model/user.ts';

/**
 * `resetsAt` is the time at which the allowance is renewed, or null if the visitor has no
 * allowance.
 */
export type AllowanceContext = { resetsAt: string | null };

export type AllowanceEvent =
  /** from the root */
  { type: 'user.changed'; user: UserInfo | null };

declare module '../charts.ts' {
  interface ChartEvents {
    allowance: AllowanceEvent;
  }
}
