/** What a data directory holds, as rows and as files, at one moment. */
export type Kept = {
  tasks: {
    id: string;
    ownerId: string;
    idempotencyKey: string;
    status: number;
    credits: number;
    uploadKey: string;
    results: string[];
    isDeleted: boolean;
    areFilesRemoved: boolean;
    /** how often a process died while it worked on this task */
    crashes: number;
  }[];
  lines: {
    taskId: string;
    kind: string;
    amount: number;
    lotId: string | null;
    /** the lot, or the day whose allowance it is of */
    source: string;
  }[];
  lots: { id: string; ownerId: string | null; source: string }[];
  uploads: { key: string; state: string }[];
  /** owners without a purse or without a way to be known again */
  halfOwners: string[];
  mails: { cause: string; state: string }[];
  /** what the mail server has taken */
  delivered: { text: string }[];
  /** keys of the storage */
  files: string[];
  /** names in the folders for temporary files and unfinished work */
  temporary: string[];
};

/** A write point and how often it is passed before the process dies there. */
export type DieAt = { point: string; passes: number };

export type StartMessage = {
  kind: 'start';
  env: Record<string, string>;
  engine: 'fake' | 'real';
  /** how far the server's clock is ahead of ours */
  aheadMs: number;
  dieAt: DieAt | null;
};

export type ToServer =
  | StartMessage
  | { kind: 'dieAt'; dieAt: DieAt }
  /** sets the clock and does what is due then */
  | { kind: 'sweep'; aheadMs: number }
  /** does what is due and tells what is kept */
  | { kind: 'look' }
  /** tells the newest code that was mailed to an address */
  | { kind: 'findCode'; address: string };

export type FromServer =
  /** everything is imported */
  | { kind: 'loaded' }
  | { kind: 'listening'; port: number }
  | { kind: 'swept' }
  | { kind: 'kept'; kept: Kept }
  /** null when none was mailed */
  | { kind: 'code'; address: string; code: string | null };
