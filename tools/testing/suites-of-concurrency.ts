/**
 * Test files that have to do with concurrency, as patterns. The embedded database has one connection
 * and none of it, so they run on Postgres; whole runs take them on the embedded database, too.
 */
export const suitesOfConcurrency = [
  'server/domain/{contact-at-once,credits,fair-queue,lifecycle,parallel,purse-parallel,reminders,reservations,sweeper,task-faults,tasks}.test.ts',
  'server/domain/accounts/{account,code-limits,merge,sign-in,welcome}.test.ts',
  'server/domain/payments/{money-at-once,open-orders,orders,plan-changes,plans}.test.ts',
  'server/domain/operator/{doctor,operator}.test.ts',
  'server/mail/mail-worker.test.ts',
  'server/routes/{records,tasks}.test.ts',
];

/** The project of `vitest.config.ts` that runs them on the embedded database. */
export const embeddedProject = 'embedded';
