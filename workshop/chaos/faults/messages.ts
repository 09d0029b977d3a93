/** Content of a data directory at one moment, as rows and as files. */
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
    /** number of processes that died while they worked on this task */
    crashes: number;
  }[];
  lines: {
    taskId: string;
    kind: string;
    amount: number;
    lotId: string | null;
    /** the lot, or the day of the allowance */
    source: string;
  }[];
  lots: { id: string; ownerId: string | null; source: string }[];
  uploads: { key: string; state: string }[];
  /** owners without a balance or without an identity */
  halfOwners: string[];
  mails: { cause: string; state: string }[];
  /** mails accepted by the mail server */
  delivered: { text: string }[];
  /** keys of the storage */
  files: string[];
  /** names in the folders for temporary files and unfinished work */
  temporary: string[];
};

/** A write point, and the number of passes before the process dies there. */
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
  /** sets the clock and performs all due work */
  | { kind: 'sweep'; aheadMs: number }
  /** performs all due work and returns the stored state */
  | { kind: 'look' }
  /** returns the newest code mailed to an address */
  | { kind: 'findCode'; address: string };

export type FromServer =
  /** all modules are imported */
  | { kind: 'loaded' }
  | { kind: 'listening'; port: number }
  | { kind: 'swept' }
  | { kind: 'kept'; kept: Kept }
  /** null if none was mailed */
  | { kind: 'code'; address: string; code: string | null };
