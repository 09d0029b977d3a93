/** What the debug console shows of the queue. */
export type QueueStatus = {
  state: string;
  queued: number;
  inFlight: number;
  /** by this device's clock; null while nothing waits */
  waitingUntil: number | null;
  /** since the page was opened, by reason */
  dropped: Readonly<Partial<Record<string, number>>>;
  outlivesPage: boolean;
};

let read: (() => QueueStatus) | null = null;

/** The queue is loaded when it is allowed; the console asks whether it is there. */
export const showQueue = (reader: () => QueueStatus): void => {
  read = reader;
};

export const readQueueStatus = (): QueueStatus | null => read?.() ?? null;
