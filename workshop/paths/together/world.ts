import type { Order } from '../../../machines/model/order.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';

/** The server and the browser of a walk, as far as their answers depend on what was before. */
export type SimulatedWorld = {
  /** newest first */
  records: TaskRecord[];
  deleted: Set<string>;
  /** record ids by the key of their start */
  started: Map<string, string>;
  keys: number;
  /** the newest purchase of the member */
  order: Order | null;
  /** what the server takes; null once it has ended the session */
  token: string | null;
  isOnline: boolean;
};

/** What a call may come to, by words; each is made when it is chosen. */
export type Outcomes = Record<string, () => unknown>;
