import type { Database } from '../../../server/platform/database/database.ts';
import type { Host } from '../harness/host.ts';
import type { Outages } from './outages.ts';

/** A host for schedules of money. */
export type MoneyHost = Host & {
  /** for checks of the rows from outside */
  db: Database;
  /** Resets everything for the next schedule. */
  begin(random: () => number): Promise<void>;
  close(): Promise<void>;
  /** the signature header of a provider message; null if its secret is unknown */
  sign(body: string): Record<string, string> | null;
  /** null if the provider runs in another process */
  outages: Outages | null;
  /** the operators' token, or null */
  adminToken: string | null;
  /** free credits per day */
  perDay: number;
  /**
   * Returns the requests without an answer so far, and their origins; null if a launcher waits for
   * the answers.
   */
  openSteps: (() => string[]) | null;
};
