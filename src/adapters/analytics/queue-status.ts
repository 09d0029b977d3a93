/** The state of the queue, for the debug console. */
export type QueueStatus = {
  state: string;
  queued: number;
  inFlight: number;
  /** end of the wait by this device's clock, or null if the queue does not wait */
  waitingUntil: number | null;
  /** number of events dropped since the page was opened, by reason */
  dropped: Readonly<Partial<Record<string, number>>>;
  outlivesPage: boolean;
};

let read: (() => QueueStatus) | null = null;

/** Makes the state of the loaded queue available to the debug console. */
export const showQueue = (reader: () => QueueStatus): void => {
  read = reader;
};

export const readQueueStatus = (): QueueStatus | null => read?.() ?? null;
