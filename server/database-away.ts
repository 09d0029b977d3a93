/** The embedded database does not answer any more; only a new process brings it back. */
export class DatabaseGone extends Error {}

/** Of Postgres while it is being stopped or started, and of a connection that nobody takes. */
const codes = ['57P01', '57P02', '57P03', 'ECONNREFUSED'];

/** Of `pg`, which has no codes for them. */
const words = /^(connection terminated|client has encountered a connection error)/i;

/** Whether the database has gone, or is being started: what was asked may be asked again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  const isAway = error instanceof DatabaseGone || codes.includes(code ?? '') || words.test(message);
  return isAway || isDatabaseAway(error.cause);
}
