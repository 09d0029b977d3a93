/**
 * Thrown if the embedded database no longer answers. Only a new process can recover the database.
 */
export class DatabaseGone extends Error {}

/** SQLSTATE codes of a stopping or starting Postgres, and a refused connection. */
const codes = ['57P01', '57P02', '57P03', 'ECONNREFUSED'];

/** Messages of `pg` errors that have no code. */
const words = /^(connection terminated|client has encountered a connection error)/i;

/**
 * Returns true if the database is unavailable or starting. The caller may then repeat the request.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  const isAway = error instanceof DatabaseGone || codes.includes(code ?? '') || words.test(message);
  return isAway || isDatabaseAway(error.cause);
}
