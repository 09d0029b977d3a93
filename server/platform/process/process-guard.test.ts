import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { guardProcess } from './process-guard.ts';

/** Handlers that the guard has registered. The tests call them directly. */
const handlers = new Map<string | symbol, () => void>();
const exit = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, 'on').mockImplementation((event, handler) => {
    handlers.set(event, handler as () => void);
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation(exit as unknown as typeof process.exit);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  exit.mockClear();
});

const guard = (graceMs = 0) =>
  guardProcess(createLogger('silent'), graceMs).stopWith(() => new Promise(() => {}));

test("a stop that hangs is cut off after eight seconds, before Docker's limit of ten", () => {
  guard();
  handlers.get('SIGTERM')?.();
  vi.advanceTimersByTime(7999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit).toHaveBeenCalledWith(0);
});

test('the limit of a stop is extended by the grace time of running tasks', () => {
  guard(60_000);
  handlers.get('SIGTERM')?.();
  vi.advanceTimersByTime(67_999);
  expect(exit).not.toHaveBeenCalled();
});

test('a second signal ends the process at once', () => {
  guard();
  handlers.get('SIGINT')?.();
  handlers.get('SIGINT')?.();
  expect(exit).toHaveBeenCalledWith(1);
});

test('a server stops when its start command has ended', () => {
  guard();
  handlers.get('disconnect')?.();
  vi.advanceTimersByTime(8000);
  expect(exit).toHaveBeenCalledWith(0);
});
