/** The work that is sent, by name; each says what its key is. */
export type JobName =
  /** a task waits; the key is its id */
  'task.run';

/** Announces work. A lost or repeated message is harmless: the rows decide what is to be done. */
export interface JobQueue {
  /** Resolves when the message is stored; one that is already waiting is not sent twice. */
  send(name: JobName, key: string): Promise<void>;
  /** Runs the handler for each message of that name, `concurrency` at a time. */
  work(name: JobName, concurrency: number, handler: (key: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
