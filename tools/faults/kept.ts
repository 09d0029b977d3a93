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
  }[];
  lines: {
    taskId: string;
    ownerId: string;
    kind: 'reserve' | 'commit' | 'release';
    amount: number;
  }[];
  uploads: { key: string; state: string }[];
  /** keys of the storage */
  files: string[];
  /** names in the folder for temporary files */
  temporary: string[];
};
