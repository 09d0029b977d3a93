import type {
  DropReason,
  EventBatch,
  LeadNews,
  QueueNews,
  SendAnswer,
} from '../ports/event-queue.port.ts';

export type AnalyticsContext = {
  /** unacknowledged events on this device, including those in flight */
  queued: number;
  /** in flight, or about to be settled */
  batch: EventBatch | null;
  /** answer to `batch`, or null until it arrives */
  answer: SendAnswer | null;
  /** most events of the next batch; halved by 413, recovers afterwards */
  limit: number;
  /** consecutive failures */
  failures: number;
  waitMs: number;
  /** end of the wait by this device's clock, for display, or null if nothing waits */
  deadline: number | null;
  /** events dropped since the page was opened */
  dropped: Partial<Record<DropReason, number>>;
};

export type AnalyticsEvent =
  | QueueNews
  | LeadNews
  /** sends queued events now; does not shorten a wait */
  | { type: 'flush.requested' }
  /** the page is hidden or left */
  | { type: 'page.leaving' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' };

/** Emitted for events that will never be sent. */
export type AnalyticsFact = {
  type: 'events.dropped';
  count: number;
  reason: DropReason;
  /** message for the console, in the form of R62 */
  message: string;
};
