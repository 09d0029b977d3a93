const firstMs = 5000;
const mostMs = 3_600_000;

/**
 * Returns the delay after this many attempts: 5 seconds, doubled after each attempt, up to an hour.
 * The delay varies by up to a fifth, so that mails that failed together are not retried together.
 */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstMs * 2 ** (attempts - 1), mostMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
