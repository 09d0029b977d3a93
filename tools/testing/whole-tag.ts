/** The Playwright tag of tests that only `npm test -- --whole` runs; Vitest's tag is `whole`. */
export const wholeTag = '@whole';
