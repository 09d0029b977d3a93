import type { PortCall, PortStream } from './port.ts';

/** Rows of the device's queue that are sent together, oldest first; the events themselves stay in the queue. */
export type EventBatch = {
  /** positions of the first and the last row in the queue */
  first: number;
  last: number;
  count: number;
  /** number of counted sends of these events, including the next one */
  attempts: number;
};

export type DropReason =
  | 'retriesExceeded'
  | 'badKey'
  | 'invalid'
  | 'tooLarge'
  | 'quotaExceeded'
  | 'optedOut'
  | 'flood';

/** The collector's answer. `indexes` count within the batch. */
type Reading =
  | { kind: 'accepted' }
  | { kind: 'badKey' }
  | { kind: 'invalid'; indexes: readonly number[] }
  | { kind: 'tooLarge' }
  | { kind: 'limited'; quota: readonly number[]; throttled: readonly number[] }
  /** an answer without a result for the events: 5xx, unreadable, too late */
  | { kind: 'failed' }
  /** no answer: unknown whether the batch has arrived */
  | { kind: 'unreachable' };

export type SendAnswer = Reading & {
  /** from Retry-After; may be negative or huge, or null if absent */
  retryAfterMs: number | null;
  /** random number from 0 to 1, to spread retries: charts are deterministic */
  draw: number;
  /** time of the answer by this device's clock; only for display */
  at: number;
};

/** Rows of a batch to remove from the queue, and the counted sends of the others. */
export type Settlement = {
  batch: EventBatch;
  /** indexes within the batch */
  removed: 'all' | readonly number[];
  attempts: number;
};

export type QueueNews =
  /** at the start, after writes by any tab, and when the queue was empty; number of events on this device */
  | { type: 'queue.counted'; queued: number }
  /** events survive the page */
  | { type: 'storage.kept' }
  /** the browser stores no new events for now: they last as long as the page */
  | { type: 'storage.refused' }
  /** events dropped before they were queued */
  | { type: 'events.refused'; count: number; reason: DropReason }
  /** in another tab, or before this page was opened */
  | { type: 'queue.optedOut' }
  | { type: 'queue.optedIn' };

export type LeadNews = { type: 'lead.gained' } | { type: 'lead.lost' };

export type EventQueuePort = {
  watchQueue: PortStream<void, QueueNews>;
  /** Elects one tab of the device as the leader, until clean-up. Without locks, each page leads. */
  holdLead: PortStream<void, LeadNews>;
  /**
   * The oldest events, at most `most`, or null if there are none. Counts the send before it is made, so that the
   * count survives a killed page. Events that were sent before come without later ones.
   */
  takeBatch: PortCall<{ most: number; leaving: boolean }, EventBatch | null>;
  /** Sends the batch once. Never rejects because of the collector or the network. */
  sendBatch: PortCall<{ batch: EventBatch }, SendAnswer>;
  settleBatch: PortCall<Settlement, { queued: number }>;
  /**
   * Deletes all events and accepts none until `openQueue`, in this page, other tabs and later pages. Rejects if
   * the device did not delete them.
   */
  emptyQueue: PortCall<void, void>;
  /** Accepts events again after `emptyQueue`; deletes first what that call left on the device. */
  openQueue: PortCall<void, void>;
};
