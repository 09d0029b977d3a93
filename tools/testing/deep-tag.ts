/**
 * The Playwright tag of tests that `npm run test:deep` runs. Vitest's are in files called
 * `*.deep.test.ts`.
 */
export const deepTag = '@deep';
