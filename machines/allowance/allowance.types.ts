import type { UserInfo } from '../model/user.ts';

/** `resetsAt`: when the allowance is renewed, or null without an allowance. */
export type AllowanceContext = { resetsAt: string | null };

export type AllowanceEvent =
  /** from the root */
  { type: 'user.changed'; user: UserInfo | null };

declare module '../charts.ts' {
  interface ChartEvents {
    allowance: AllowanceEvent;
  }
}
