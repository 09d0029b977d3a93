import type { FastifyBaseLogger } from 'fastify';

/** The start command tries again after a crash, never after the other two. */
export const exitCodes = { stopped: 0, refused: 1, crashed: 70 } as const;

/** Docker and others kill ten seconds after they asked for a stop. */
const stopBoundMs = 8000;

/**
 * Ends the process in order when it is told to stop and when an error is not handled: the state of
 * the process is unknown then, but tasks and requests are not lost.
 * @param graceMs what the configuration adds for running tasks
 */
export function guardProcess(logger: FastifyBaseLogger, graceMs: number) {
  let stop: (() => Promise<void>) | undefined;
  let isEnding = false;

  async function end(code: number) {
    isEnding = true;
    setTimeout(() => {
      logger.error('the stop took too long');
      process.exit(code);
    }, graceMs + stopBoundMs);
    await stop?.().catch((error) => logger.error({ err: error }, 'the stop failed'));
    process.exit(code);
  }

  function crash(error: unknown, why: string) {
    logger.fatal({ err: error }, `${why}: the server ends`);
    if (!isEnding) void end(exitCodes.crashed);
  }

  // A rejection that nobody handles arrives here, too.
  process.on('uncaughtException', (error) => crash(error, 'unhandled error'));

  return {
    /** Ends the process in order: only a new one can go on. */
    crash,
    /** From now on the process ends by way of `stop`, also at a signal. */
    stopWith(stopServer: () => Promise<void>) {
      stop = stopServer;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.on(signal, () => {
          // The second signal exits at once, which loses nothing either.
          if (isEnding) process.exit(exitCodes.refused);
          void end(exitCodes.stopped);
        });
      }
      // The start command is gone: nobody would pass on a stop.
      process.on('disconnect', () => isEnding || void end(exitCodes.stopped));
    },
  };
}
