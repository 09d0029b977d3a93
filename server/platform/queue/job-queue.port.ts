/** Message names; the key distinguishes messages of one name. */
export type JobName =
  /** tasks wait; the key is `any`, and the claim decides which task runs */
  | 'tasks.run'
  /** tasks wait for the slot that is reserved for short tasks; the key is `any` */
  | 'tasks.run.short'
  /** mails wait; the key is `any`, and the claim decides which mail is sent */
  | 'mail.send'
  /** an account's data is to be exported: the key is the account's id */
  | 'account.export';

/** Announces work. A lost or repeated message is harmless, because the rows decide what is done. */
export interface JobQueue {
  /** Resolves when the message is stored; a message that already waits is not stored twice. */
  send(name: JobName, key: string): Promise<void>;
  /** Runs the handler for each message of that name, up to `concurrency` at a time. */
  work(name: JobName, concurrency: number, handler: (key: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
