/** Names of messages. The key distinguishes messages with the same name. */
export type JobName =
  /** announces waiting tasks; the key is `any`, because the handler itself selects a task */
  | 'tasks.run'
  /**
   * announces waiting tasks for the slot of short tasks; the key is `any`, because the handler
   * itself selects a task
   */
  | 'tasks.run.short'
  /** announces waiting mails; the key is `any`, because the handler itself selects a mail */
  | 'mail.send'
  /** the data of an account must be exported; the key is the account's id */
  | 'account.export';

/**
 * Announces work. A lost or repeated message is harmless, because the handler reads the rows of the
 * database to decide what to do.
 */
export interface JobQueue {
  /** Resolves when the message is stored. A message that is already waiting is not stored again. */
  send(name: JobName, key: string): Promise<void>;
  /**
   * Calls the handler for each message of that name, with at most `concurrency` calls at a time.
   */
  work(name: JobName, concurrency: number, handler: (key: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
