/** State of the queue for the debug console. */
export type QueueStatus = {
  state: string;
  queued: number;
  inFlight: number;
  /** by this device's clock, or null while no events wait */
  waitingUntil: number | null;
  /** since the page was opened, by reason */
  dropped: Readonly<Partial<Record<string, number>>>;
  outlivesPage: boolean;
};

let read: (() => QueueStatus) | null = null;

/** Registers the queue once it is loaded; the debug console reads it through this function. */
export const showQueue = (reader: () => QueueStatus): void => {
  read = reader;
};

export const readQueueStatus = (): QueueStatus | null => read?.() ?? null;
