import { afterEach, beforeEach, expect, vi } from 'vitest';
import '../../tools/coverage/server-recorder.ts';

/*
 * Unexpected console output fails a test. A test that expects output spies on the console itself:
 * its spy replaces ours, so ours records nothing.
 */
const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
let heard: string[] = [];

beforeEach(() => {
  heard = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      heard.push(`console.${method}: ${parts.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  expect(heard).toEqual([]);
});
