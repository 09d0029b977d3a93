import { vi } from 'vitest';

/**
 * Time limit in milliseconds: longer than a busy machine needs, and shorter than the time limit of
 * a test.
 */
export const patienceMs = 50_000;

type Options = {
  /** time limit, milliseconds */
  patienceMs?: number;
  /** pause between two tries, milliseconds */
  intervalMs?: number;
};

/**
 * Repeats an assertion until it passes. `vi.waitFor` stops after one second, but on a busy machine
 * one render may take that long.
 * @returns the result of the assertion
 * @throws the last error of the assertion
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: Options = {}) {
  return await vi.waitFor(assertion, {
    timeout: options.patienceMs ?? patienceMs,
    interval: options.intervalMs ?? 25,
  });
}
