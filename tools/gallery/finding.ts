type Kind = 'fault' | 'difference' | 'unknown' | 'stale';

/** A problem for a person to look at. */
export type Finding = {
  kind: Kind;
  variant: string;
  state: string;
  says: string;
  /** pictures below the folder of the run */
  files: { before?: string; now?: string; difference?: string };
};
