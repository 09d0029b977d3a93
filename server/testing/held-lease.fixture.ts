import type { ProcessLease } from '../platform/process/process-lease.ts';

/** A lease that is never lost. */
export const heldLease: ProcessLease = { holds: () => true, onLost: () => {} };
