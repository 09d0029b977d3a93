import type { CreditLine } from '../../../server/credits/credit-lines.store.ts';
import type { CreditLot } from '../../../server/credits/credit-lots.store.ts';
import type { StoredMail } from '../../../server/mail/mails.store.ts';
import type { OutboxMail } from '../../../server/mail/outbox.store.ts';
import type { Task } from '../../../server/tasks/tasks.store.ts';
import type { Upload } from '../../../server/uploads/uploads.store.ts';
import type { DieAt } from './host.ts';

/** Columns of a task that the judges read. */
type TaskColumn = 'id' | 'idempotencyKey' | 'status' | 'credits' | 'filesRemoved' | 'crashes';

/** The rows and files of a data directory at one moment. */
export type Kept = {
  tasks: (Pick<Task, TaskColumn | 'deletedAt'> & { results: string[] })[];
  lines: CreditLine[];
  lots: CreditLot[];
  uploads: Pick<Upload, 'key' | 'state'>[];
  /** owners that lack a balance or an identity */
  halfOwners: string[];
  mails: Pick<StoredMail, 'cause' | 'state'>[];
  /** mails accepted by the mail server */
  delivered: Pick<OutboxMail, 'text'>[];
  /** storage keys of the stored files */
  files: string[];
  /** names of temporary files and unfinished work */
  temporary: string[];
};

type StartWish = {
  env: Record<string, string>;
  engine: 'fake' | 'real';
  /** milliseconds that a job of the fake engine lasts */
  jobMs: number;
  /** milliseconds by which the server's clock is ahead of ours */
  aheadMs: number;
  /** milliseconds by which the clock of the process's machine is wrong */
  skewMs: number;
  dieAt: DieAt | null;
};

/** Requests to the process of a server. */
export type Requests = {
  /** resolves when all modules are imported */
  load(): Promise<void>;
  /** returns the port */
  start(wish: StartWish): Promise<number>;
  dieAt(dieAt: DieAt | null): Promise<void>;
  setClock(aheadMs: number): Promise<void>;
  /** while the disk is full, the process can write no files */
  fillDisk(isFull: boolean): Promise<void>;
  /** sets the clock and performs all due work */
  sweep(aheadMs: number): Promise<void>;
  /** performs all due work and returns the stored state */
  look(): Promise<Kept>;
  /** returns the newest code mailed to an address; null if none was mailed */
  findCode(address: string): Promise<string | null>;
};

export type Request = { id: number; name: keyof Requests; given: unknown[] };
/** `failure` is the message of an error. */
export type Answer = { id: number; answer: unknown; failure: string | null };
