import type { Order } from '../../../machines/model/order.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';

/** The state of the simulated server and browser, on which their answers depend. */
export type SimulatedWorld = {
  /** newest first */
  records: TaskRecord[];
  deleted: Set<string>;
  /** record ids by the key of their start */
  started: Map<string, string>;
  keys: number;
  /** the user's latest purchase */
  order: Order | null;
  /** the valid token; null after the server has ended the session */
  token: string | null;
  isOnline: boolean;
};

/** Possible outcomes of a call by description. A chosen outcome is created by its function. */
export type Outcomes = Record<string, () => unknown>;
