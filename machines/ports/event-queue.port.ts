import type { PortCall, PortStream } from './port.ts';

/**
 * Rows of the device's queue that are sent together, oldest first. The events themselves stay in
 * the queue.
 */
export type EventBatch = {
  /** positions of the first and the last row in the queue */
  first: number;
  last: number;
  count: number;
  /** number of counted sends of these events, including the send in progress */
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

/** The collector's answer to a batch. `indexes` are positions in the batch. */
type Reading =
  | { kind: 'accepted' }
  | { kind: 'badKey' }
  | { kind: 'invalid'; indexes: readonly number[] }
  | { kind: 'tooLarge' }
  | { kind: 'limited'; quota: readonly number[]; throttled: readonly number[] }
  /** an unusable answer: 5xx, unreadable, or too late */
  | { kind: 'failed' }
  /** no answer; the batch may have arrived */
  | { kind: 'unreachable' };

export type SendAnswer = Reading & {
  /** from Retry-After, which may be negative or huge; null if absent */
  retryAfterMs: number | null;
  /** random number from 0 to 1 that spreads retries; charts themselves are deterministic */
  draw: number;
  /** time of the answer by this device's clock, for display only */
  at: number;
};

/** The rows of a batch to remove from the queue, and the new send count of the other rows. */
export type Settlement = {
  batch: EventBatch;
  /** indexes within the batch */
  removed: 'all' | readonly number[];
  attempts: number;
};

export type QueueNews =
  /**
   * Number of events on this device. Emitted first, after writes by any tab, and when the queue was
   * empty.
   */
  | { type: 'queue.counted'; queued: number }
  /** events are stored and survive the page */
  | { type: 'storage.kept' }
  /** the browser refuses to store events for now; they last as long as the page */
  | { type: 'storage.refused' }
  /** events that were dropped before they were queued */
  | { type: 'events.refused'; count: number; reason: DropReason }
  /** in another tab, or before this page was opened */
  | { type: 'queue.optedOut' }
  | { type: 'queue.optedIn' };

export type LeadNews = { type: 'lead.gained' } | { type: 'lead.lost' };

export type EventQueuePort = {
  watchQueue: PortStream<void, QueueNews>;
  /**
   * Elects one tab of the device as the leader, until clean-up. Without the Web Locks API, every
   * page leads.
   */
  holdLead: PortStream<void, LeadNews>;
  /**
   * The oldest events, at most `most`, or null if there are none. Counts the send in advance, so
   * that the count survives a killed page. A batch of events that were sent before contains no
   * later events.
   */
  takeBatch: PortCall<{ most: number; leaving: boolean }, EventBatch | null>;
  /** Sends the batch once. A failing collector or network does not reject the call. */
  sendBatch: PortCall<{ batch: EventBatch }, SendAnswer>;
  settleBatch: PortCall<Settlement, { queued: number }>;
  /**
   * Deletes all events, and accepts no events until `openQueue`, in all tabs and later pages.
   * Rejects if the device did not delete the events.
   */
  emptyQueue: PortCall<void, void>;
  /**
   * Accepts events again after `emptyQueue`. First deletes events that `emptyQueue` failed to
   * delete.
   */
  openQueue: PortCall<void, void>;
};
