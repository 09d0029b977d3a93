/** Announces that a task may run. A lost or repeated message is harmless: the task row decides. */
export interface JobQueue {
  /** Resolves when the message is stored; a task that is already waiting is not sent twice. */
  send(taskId: string): Promise<void>;
  /** Runs the handler for each task, `concurrency` at a time. */
  work(concurrency: number, handler: (taskId: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
