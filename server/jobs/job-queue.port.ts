/** The work that is sent, by name; the key tells messages of one name apart. */
export type JobName =
  /** tasks wait: the key is `any`, and which one is run is decided when it is claimed */
  | 'tasks.run'
  /** the same for the place that is kept for short ones */
  | 'tasks.run.short'
  /** mails wait: the key is `any`, and which one is sent is decided when it is claimed */
  | 'mail.send'
  /** a copy of an account is to be made: the key is its id */
  | 'account.export';

/** Announces work. A lost or repeated message is harmless: the rows decide what is to be done. */
export interface JobQueue {
  /** Resolves when the message is stored; one that is already waiting is not sent twice. */
  send(name: JobName, key: string): Promise<void>;
  /** Runs the handler for each message of that name, `concurrency` at a time. */
  work(name: JobName, concurrency: number, handler: (key: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
