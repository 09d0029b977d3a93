import type { FastifyBaseLogger } from 'fastify';

/** The start command tries again only after a crash. */
export const exitCodes = { stopped: 0, refused: 1, crashed: 70 } as const;

/** Docker and others kill a process ten seconds after they asked it to stop. */
const stopBoundMs = 8000;

/**
 * Ends the process in order at a signal and after an unhandled error: its state is unknown then,
 * but tasks and requests are kept.
 * @param graceMs configured time for running tasks
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

  // Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error) => crash(error, 'unhandled error'));

  return {
    /** Ends the process in order, because only a new process can recover. */
    crash,
    /** From now on the process ends through `stop`, also after a signal. */
    stopWith(stopServer: () => Promise<void>) {
      stop = stopServer;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.on(signal, () => {
          // The second signal exits at once, which does not lose data either.
          if (isEnding) process.exit(exitCodes.refused);
          void end(exitCodes.stopped);
        });
      }
      // The start command has ended, so nothing would pass on a stop.
      process.on('disconnect', () => isEnding || void end(exitCodes.stopped));
    },
  };
}
