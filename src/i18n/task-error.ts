/** Reasons of failed tasks that the visitor cannot correct. */
const faults: readonly (string | null)[] = ['engine_failed', 'task_expired', null];

/**
 * Returns the id under which the server's log has the failure of a task, which is the id of its
 * record. Returns undefined if the visitor can correct the cause.
 */
export const taskErrorId = (record: { id: string; reason: string | null } | null | undefined) =>
  record && faults.includes(record.reason) ? record.id : undefined;
