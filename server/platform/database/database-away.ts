import { DrizzleQueryError } from 'drizzle-orm/errors';
import { isNetworkError } from '../network-error.ts';

/**
 * Thrown if the embedded database no longer answers. Only a new process can recover the database.
 */
export class DatabaseGone extends Error {}

/** Thrown if a transaction cannot begin, because there is no connection. `cause` is the reason. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
}

/** Codes with which Postgres reports that it is stopping, starting or replaced. */
const sqlStates = [
  '57P01',
  '57P02',
  '57P03',
  // Postgres ended a transaction that sent nothing for a while.
  '25P03',
  // This connection leads to a server that is no longer the primary server.
  '25006',
];

/** Messages of `pg` errors that have no code. */
const words =
  /^(connection terminated|client has encountered a connection error|timeout exceeded when trying to connect)/i;

const isOfConnection = (error: Error) =>
  error instanceof DrizzleQueryError || error instanceof ConnectionFailed;

/**
 * Returns true if the database is unavailable or starting. The caller may then repeat the request.
 * An error of the network counts only if it is the cause of a failed query, because other
 * connections have the same errors.
 */
export function isDatabaseAway(error: unknown, isInside = false): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseGone || sqlStates.includes(code) || words.test(message)) return true;
  if (isInside && isNetworkError(error)) return true;
  return isDatabaseAway(error.cause, isInside || isOfConnection(error));
}

/**
 * SQLSTATE codes of a database without disk space, memory or free connections, and of a query that
 * an operator's time limit has ended.
 */
const shortages = /^(53...|57014)$/;

/** Returns true if the database answers, but has no room or no time for queries. */
export function isDatabaseShort(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return shortages.test(code) || isDatabaseShort(error.cause);
}
