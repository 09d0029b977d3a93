import type { Database } from '../../../server/platform/database/database.ts';
import type { Host } from '../harness/host.ts';
import type { Outages } from './outages.ts';

/** A host for schedules of money. */
export type MoneyHost = Host & {
  /** for direct checks of the rows */
  db: Database;
  /** Resets everything for the next schedule. */
  begin(random: () => number): Promise<void>;
  close(): Promise<void>;
  /** signature header of a provider message; null if the secret is unknown */
  sign(body: string): Record<string, string> | null;
  /** null if the provider runs in another process */
  outages: Outages | null;
  /** the operators' token; null if there is none */
  adminToken: string | null;
  /** free credits per day */
  perDay: number;
  /**
   * Returns the unanswered requests with their origins. Null if a launcher waits for the answers.
   */
  openSteps: (() => string[]) | null;
};
