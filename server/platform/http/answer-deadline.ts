import type { FastifyReply } from 'fastify';
import type { Pace } from '../storage/disk/receive-form.ts';

/** The client gets an initial time, and then must read at the rate of a poor mobile network. */
const answerPace: Pace = { startMs: 120_000, bytesPerSecond: 16_000 };

/**
 * Size in bytes up to which an answer fits into the send buffer of the system, so that the server
 * need not wait for the client.
 */
const smallBytes = 64 * 1024;

/**
 * Closes the connection of a client that reads its answer too slowly. An answer uses a file and
 * memory. A client that reads a byte now and then would otherwise keep the connection open forever.
 */
export function endSlowAnswer(reply: FastifyReply): void {
  const bytes = Number(reply.getHeader('content-length') ?? 0);
  if (bytes <= smallBytes) return;
  const { startMs, bytesPerSecond } = answerPace;
  const timer = setTimeout(
    () => reply.raw.destroy(),
    startMs + (bytes / bytesPerSecond) * 1000,
  ).unref();
  reply.raw.once('close', () => clearTimeout(timer));
}
