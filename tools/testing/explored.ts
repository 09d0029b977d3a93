/** Test files that explore charts. */
export type ExploringFile =
  | 'tools/gallery/screens/screens.test.tsx'
  | 'tools/paths/together/walk-together.test.ts'
  | 'tools/paths/kept/expected.test.ts';

/** What is explored by tests that are left out together: those of one chart, or of one file. */
export type Explored = `chart ${string}` | ExploringFile;

/** Set by the default run of `npm test`: a JSON list of what it leaves out. */
export const provedVariable = 'LIGHTWELL_PROVED';

/** The tag of tests of Vitest that only whole runs take. */
export const leftOutTag = 'whole';

/** In the default run, tests of what an earlier run has proved carry the tag of whole runs. */
export const tagsOf = (explored: Explored): string[] => {
  const proved = JSON.parse(process.env[provedVariable] ?? '[]') as string[];
  return proved.includes(explored) ? [leftOutTag] : [];
};
