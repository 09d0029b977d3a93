import type {
  DropReason,
  EventBatch,
  LeadNews,
  QueueNews,
  SendAnswer,
} from '../ports/event-queue.port.ts';

export type AnalyticsContext = {
  /** events on this device that nobody has acknowledged, those in flight included */
  queued: number;
  /** in flight, or about to be settled */
  batch: EventBatch | null;
  /** answer to `batch`; null before it is here */
  answer: SendAnswer | null;
  /** most events of the next batch; halved by 413, recovers afterwards */
  limit: number;
  /** failures in a row */
  failures: number;
  waitMs: number;
  /** end of the wait by this device's clock, for showing; null while nothing waits */
  deadline: number | null;
  /** events dropped since the page was opened */
  dropped: Partial<Record<DropReason, number>>;
};

export type AnalyticsEvent =
  | QueueNews
  | LeadNews
  /** send now what is queued; does not shorten a wait */
  | { type: 'flush.requested' }
  /** the page is hidden or left */
  | { type: 'page.leaving' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' };

/** What a listener hears about events that will never be sent. */
export type AnalyticsFact = {
  type: 'events.dropped';
  count: number;
  reason: DropReason;
  /** R62 and its kin, for the console */
  message: string;
};
