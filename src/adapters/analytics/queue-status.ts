/** The state of the queue, for the debug console. */
export type QueueStatus = {
  state: string;
  queued: number;
  inFlight: number;
  /** by this device's clock; null if no events wait */
  waitingUntil: number | null;
  /** counts since the page was opened, by reason */
  dropped: Readonly<Partial<Record<string, number>>>;
  outlivesPage: boolean;
};

let read: (() => QueueStatus) | null = null;

/** Registers the loaded queue for the debug console. */
export const showQueue = (reader: () => QueueStatus): void => {
  read = reader;
};

export const readQueueStatus = (): QueueStatus | null => read?.() ?? null;
