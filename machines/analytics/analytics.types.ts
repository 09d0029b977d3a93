import type {
  DropReason,
  EventBatch,
  LeadNews,
  QueueNews,
  SendAnswer,
} from '../ports/event-queue.port.ts';

export type AnalyticsContext = {
  /** unconfirmed events on this device, including events in flight */
  queued: number;
  /** the batch that is in flight, or about to be settled */
  batch: EventBatch | null;
  /** answer to `batch`, or null until it arrives */
  answer: SendAnswer | null;
  /**
   * size limit of the next batch; halved after a status 413, and raised again after successful
   * sends
   */
  limit: number;
  /** number of consecutive failed sends */
  failures: number;
  waitMs: number;
  /** end of the wait by this device's clock, for display; null if the chart does not wait */
  deadline: number | null;
  /** events dropped since the page was opened */
  dropped: Partial<Record<DropReason, number>>;
};

export type AnalyticsEvent =
  | QueueNews
  | LeadNews
  /** sends queued events now, but does not shorten a wait */
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
  /** message for the console, in the format of R62 */
  message: string;
};
