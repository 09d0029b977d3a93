import type { FastifyBaseLogger } from 'fastify';

/** Exit codes of the server. The start command restarts the server only after `crashed`. */
export const exitCodes = { stopped: 0, refused: 1, crashed: 70 } as const;

/**
 * Time limit for a stop. It is shorter than ten seconds, after which Docker and other programs kill
 * a process that must stop.
 */
const stopBoundMs = 8000;

/**
 * Stops the server and ends the process after a signal, or after an unhandled error. After such an
 * error the state of the process is unknown, but tasks and requests can still be saved.
 * @param graceMs configured time of a stop, for proxies and running tasks
 */
export function guardProcess(logger: FastifyBaseLogger, graceMs: number) {
  let stop: (() => Promise<void>) | undefined;
  let isEnding = false;

  async function end(code: number) {
    isEnding = true;
    setTimeout(() => {
      logger.error('the server did not stop in time, so the process ends now');
      process.exit(code);
    }, graceMs + stopBoundMs);
    await stop?.().catch((error) => logger.error({ err: error }, 'stopping the server failed'));
    process.exit(code);
  }

  function crash(error: unknown, why: string) {
    logger.fatal({ err: error }, `${why}: the server ends`);
    if (!isEnding) void end(exitCodes.crashed);
  }

  // This event includes unhandled rejections.
  process.on('uncaughtException', (error) => crash(error, 'unhandled error'));

  return {
    /** Stops the server and ends the process, because only a new process can recover. */
    crash,
    /** Registers the function that stops the server. Signals use it, too. */
    stopWith(stopServer: () => Promise<void>) {
      stop = stopServer;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.on(signal, () => {
          // A second signal ends the process at once. No data is lost.
          if (isEnding) process.exit(exitCodes.refused);
          void end(exitCodes.stopped);
        });
      }
      // The start command has ended, so it can no longer pass on a stop.
      process.on('disconnect', () => isEnding || void end(exitCodes.stopped));
    },
  };
}
