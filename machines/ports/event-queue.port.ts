import type { PortCall, PortStream } from './port.ts';

/** Rows of the device's queue that are sent together, oldest first; the events stay outside. */
export type EventBatch = {
  /** position of the first and the last row in the queue */
  first: number;
  last: number;
  count: number;
  /** sends of these events that count, the coming one included */
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

/** What the collector answered. `indexes` count within the batch. */
type Reading =
  | { kind: 'accepted' }
  | { kind: 'badKey' }
  | { kind: 'invalid'; indexes: readonly number[] }
  | { kind: 'tooLarge' }
  | { kind: 'limited'; quota: readonly number[]; throttled: readonly number[] }
  /** an answer that says nothing about the events: 5xx, unreadable, too late */
  | { kind: 'failed' }
  /** no answer at all: nobody knows whether the batch has arrived */
  | { kind: 'unreachable' };

export type SendAnswer = Reading & {
  /** from Retry-After; may be negative or huge; null without */
  retryAfterMs: number | null;
  /** from 0 up to 1, to spread retries: charts have no dice */
  draw: number;
  /** when it came, by this device's clock; only for showing */
  at: number;
};

/** Which rows of a batch leave the queue, and how many sends count for the others. */
export type Settlement = {
  batch: EventBatch;
  /** indexes within the batch */
  removed: 'all' | readonly number[];
  attempts: number;
};

export type QueueNews =
  /** at the start, after writes of any tab, and when nothing was found; what this device has */
  | { type: 'queue.counted'; queued: number }
  /** events outlive the page */
  | { type: 'storage.kept' }
  /** the browser keeps no new events for now: they live as long as the page */
  | { type: 'storage.refused' }
  /** events that were dropped before they were queued */
  | { type: 'events.refused'; count: number; reason: DropReason }
  /** in another tab, or before this page was opened */
  | { type: 'queue.optedOut' }
  | { type: 'queue.optedIn' };

export type LeadNews = { type: 'lead.gained' } | { type: 'lead.lost' };

export type EventQueuePort = {
  watchQueue: PortStream<void, QueueNews>;
  /** One tab of the device leads; ends with the clean-up. Without locks each page leads. */
  holdLead: PortStream<void, LeadNews>;
  /**
   * The oldest events, at most `most`; null when there are none. Counts the send before it is made,
   * so that a killed page does not forget it. Events tried before come without later ones.
   */
  takeBatch: PortCall<{ most: number; leaving: boolean }, EventBatch | null>;
  /** Sends it once. Never rejects for what the collector or the network does. */
  sendBatch: PortCall<{ batch: EventBatch }, SendAnswer>;
  settleBatch: PortCall<Settlement, { queued: number }>;
  /**
   * Deletes all events and takes none until `openQueue`, in this page, other tabs and later pages.
   * Rejects when the device did not delete them.
   */
  emptyQueue: PortCall<void, void>;
  /** Takes events again after `emptyQueue`; what that has left on the device is deleted first. */
  openQueue: PortCall<void, void>;
};
