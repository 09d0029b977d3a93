import { afterEach, beforeEach, expect, vi } from 'vitest';
import '../../workshop/paths/coverage/server-recorder.ts';
import { patienceMs } from '../../tools/testing/eventually.ts';

/* On a busy machine one render may take longer than the default limit of one second. */
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: patienceMs });
}

/*
 * Unexpected console output fails a test. A test that expects output spies on the console, and its
 * spy replaces this one.
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
