/** What a message is about. The comment names the content of the payload. */
export type Topic =
  /** a record changed; its id */
  | 'record.changed'
  /** a running task has progressed; see `live-progress.ts` */
  | 'record.progress'
  /** a task ended in the table, so its run must stop; its id */
  | 'task.over'
  /** queue positions may have changed; empty */
  | 'queue.moved'
  /** a record was deleted; the key of cached answers, see `records.routes.ts` */
  | 'record.deleted'
  /** a guest is no longer an owner; the hash of the guest's token */
  | 'guest.ended'
  /** transactions have ended, so that cached reads may be outdated; empty */
  | 'transactions.ended'
  /** work waits in the table; its kind, see `workers.ts` */
  | 'work.waiting';

export type Hearing = {
  heard: (payload: string) => void;
  /** called after messages may have been lost */
  missed: () => void;
};

/**
 * Carries messages between the server processes that share a database. A message only says that
 * rows changed: a lost or repeated message is harmless, because the receiver reads the rows.
 */
export type Bus = {
  /**
   * Calls the subscribers in this process at once, and those in other processes soon. Call it after
   * the commit.
   */
  publish(topic: Topic, payload?: string): void;
  subscribe(topic: Topic, hearing: Hearing): void;
  /**
   * Longest time in milliseconds that a waiting process trusts the bus before it reads the rows.
   * Infinity if no message can be lost.
   */
  pollMs: number;
  /** Sends the last messages, and closes the connection. */
  close(): Promise<void>;
};
