/**
 * Playwright tests with this tag run only in `npm run test:deep`. Vitest tests for it are in files
 * called `*.deep.test.ts`.
 */
export const deepTag = '@deep';
