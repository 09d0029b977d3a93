import type { FastifyReply } from 'fastify';
import type { Pace } from '../storage/disk/receive-form.ts';

/** An answer is read at the rate of a poor mobile network, after a while in which nothing is. */
const answerPace: Pace = { startMs: 120_000, bytesPerSecond: 16_000 };

/** What the system takes at once, whether it is read or not. */
const smallBytes = 64 * 1024;

/**
 * Ends the connection of an answer that is read too slowly. It holds a file and memory, and a byte
 * now and then is enough for the connection not to count as idle.
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
