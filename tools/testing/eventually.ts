import { vi } from 'vitest';

/** Longer than a busy machine needs, shorter than the time limit of a test. */
export const patienceMs = 50_000;

type Options = {
  /** time limit, milliseconds */
  patienceMs?: number;
  /** pause between two tries, milliseconds */
  intervalMs?: number;
};

/**
 * Repeats an assertion until it holds. `vi.waitFor` gives up after one second, which a busy machine
 * may need for one render.
 * @returns the result of the assertion
 * @throws the assertion's last error
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: Options = {}) {
  return await vi.waitFor(assertion, {
    timeout: options.patienceMs ?? patienceMs,
    interval: options.intervalMs ?? 25,
  });
}
