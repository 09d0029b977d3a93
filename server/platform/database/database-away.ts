/**
 * Thrown if the embedded database no longer answers. Only a new process can recover the database.
 */
export class DatabaseGone extends Error {}

/** Codes of a stopping, starting or replaced Postgres, and of broken connections. */
const codes = [
  '57P01',
  '57P02',
  '57P03',
  // Postgres ended a transaction that sent nothing for a while.
  '25P03',
  // This connection leads to a server that is no longer the primary server.
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ETIMEDOUT',
];

/** Messages of `pg` errors that have no code. */
const words =
  /^(connection terminated|client has encountered a connection error|timeout exceeded when trying to connect)/i;

/**
 * Returns true if the database is unavailable or starting. The caller may then repeat the request.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  const isAway = error instanceof DatabaseGone || codes.includes(code ?? '') || words.test(message);
  return isAway || isDatabaseAway(error.cause);
}
