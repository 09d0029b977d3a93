const firstMs = 5000;
const mostMs = 3_600_000;

/**
 * How long a mail waits after so many attempts: 5 seconds, then twice as long each time, at most an
 * hour; a fifth more or less, so that mails which failed together do not come back together.
 */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstMs * 2 ** (attempts - 1), mostMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
