// @vitest-environment happy-dom
import { test } from 'vitest';

/* Run as a test file by mutants.child.ts, with imports put in front. */
test('is imported', () => {});
