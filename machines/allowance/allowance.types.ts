import type { UserInfo } from '../model/user.ts';

/** `resetsAt`: when the free credits of the day are renewed; null without free credits. */
export type AllowanceContext = { resetsAt: string | null };

export type AllowanceEvent =
  /** from the root */
  { type: 'user.changed'; user: UserInfo | null };

declare module '../charts.ts' {
  interface ChartEvents {
    allowance: AllowanceEvent;
  }
}
