import { vi } from 'vitest';
import type { Live, LiveProgress } from './live-progress.ts';

/** Progress in memory without other processes. The test can read it like a map. */
export const createTestLive = (announce: LiveProgress['announce'] = vi.fn()) =>
  Object.assign(new Map<string, Live>(), { announce, of: () => undefined });
