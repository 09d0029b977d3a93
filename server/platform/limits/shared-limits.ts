import type { Database } from '../database/database.ts';
import { isDatabaseAway, isDatabaseShort } from '../database/database-away.ts';

/** Maximum time that a request waits for its limit. A busy database needs less. */
const patienceMs = 3000;
/** Time after a failure in which the database is not asked. */
const pauseMs = 5000;

/**
 * Access to the limits in the database. If the database is away or slow, requests do not fail and
 * do not wait for long.
 */
export type SharedLimits = {
  /**
   * Returns null if the database is away or slow. The caller then uses what this process has
   * counted. Throws any other error of the query.
   */
  ask<Answer>(query: (db: Database) => Promise<Answer>): Promise<Answer | null>;
  /** Returns the name that an IP address has in the database. */
  nameOf: (address: string) => string;
};

class Late extends Error {}

const isOutage = (error: unknown) =>
  error instanceof Late || isDatabaseAway(error) || isDatabaseShort(error);

async function inTime<Answer>(query: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const error = () => new Late(`The database did not answer within ${patienceMs} ms.`);
  // If the event loop was blocked, an answer that has arrived is read first.
  const timer = setTimeout(() => setImmediate(() => late.reject(error())), patienceMs);
  try {
    return await Promise.race([query, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param onAway called with the first error of an outage */
export function createSharedLimits(deps: {
  db: Database;
  nameOf: (address: string) => string;
  onAway: (error: unknown) => void;
  now?: () => number;
}): SharedLimits {
  const { db, nameOf, onAway, now = () => performance.now() } = deps;
  let isAway = false;
  let asksAgainAt = 0;

  return {
    nameOf,
    async ask(query) {
      if (isAway && now() < asksAgainAt) return null;
      // During an outage, one request at a time tries whether the database answers.
      asksAgainAt = now() + pauseMs;
      try {
        const answer = await inTime(query(db));
        isAway = false;
        return answer;
      } catch (error) {
        if (!isOutage(error)) {
          isAway = false;
          throw error;
        }
        if (!isAway) onAway(error);
        isAway = true;
        asksAgainAt = now() + pauseMs;
        return null;
      }
    },
  };
}
