/** The embedded database no longer answers; only a new process recovers it. */
export class DatabaseGone extends Error {}

/** SQLSTATEs while Postgres stops or starts, and a refused connection. */
const codes = ['57P01', '57P02', '57P03', 'ECONNREFUSED'];

/** Messages of `pg` errors that have no code. */
const words = /^(connection terminated|client has encountered a connection error)/i;

/** True if the database has gone away or is starting, so that the request may be repeated. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  const isAway = error instanceof DatabaseGone || codes.includes(code ?? '') || words.test(message);
  return isAway || isDatabaseAway(error.cause);
}
