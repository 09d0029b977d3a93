// @vitest-environment happy-dom
import { test } from 'vitest';

/* mutants.child.ts puts imports in front of this file and runs it as a test. */
test('is imported', () => {});
