import type { Order } from '../../../machines/model/order.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';

/** The state of the simulated server and browser of a walk, on which their answers depend. */
export type SimulatedWorld = {
  /** newest first */
  records: TaskRecord[];
  deleted: Set<string>;
  /** record ids by the key of their start */
  started: Map<string, string>;
  keys: number;
  /** the newest purchase of the user */
  order: Order | null;
  /** the valid token; null after the server has ended the session */
  token: string | null;
  isOnline: boolean;
};

/** Possible outcomes of a call, by description; each is created when it is chosen. */
export type Outcomes = Record<string, () => unknown>;
