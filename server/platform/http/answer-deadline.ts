import type { FastifyReply } from 'fastify';
import type { Pace } from '../storage/disk/receive-form.ts';

/** After a start without any reads, answers must be read at the rate of a poor mobile network. */
const answerPace: Pace = { startMs: 120_000, bytesPerSecond: 16_000 };

/** Fits into the system's send buffer, read or not. */
const smallBytes = 64 * 1024;

/**
 * Ends the connection of an answer that is read too slowly. The answer holds a file and memory, and an
 * occasional byte keeps the connection from counting as idle.
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
