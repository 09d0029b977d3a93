import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../build/fingerprint.ts';
import { importedFiles } from '../build/imported-files.ts';
import { composeProblems, proxyProblems } from './compose-rules.ts';
import { dockerfileProblems } from './dockerfile-rules.ts';

/* Checks the files that operators build and start containers with. */

/** The programs of the image: the server, its child processes, and the operator's commands. */
const programs = [
  'server/main.ts',
  'server/**/*.{child,worker}.ts',
  'server/engine/functions/*/{run,find,needs}.ts',
  'scripts/{admin,doctor}.ts',
  'scripts/guard-node.mjs',
];

/** Returns the programs and all files that they import. */
function neededFiles(): string[] {
  const found = new Set(globSync(programs, { cwd: root, exclude: ['**/testing/**'] }));
  // files that are added during the loop are visited, too
  for (const file of found) {
    for (const imported of importedFiles(root, file)) found.add(imported);
  }
  return [...found].sort();
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const exists = (path: string) => existsSync(join(root, path));
const { devDependencies } = JSON.parse(read('package.json')) as {
  devDependencies: Record<string, string>;
};
const settings = Object.keys(parseEnv(read('.env.example')));
const compose = read('compose.yaml');

const found: Record<string, string[]> = {
  Dockerfile: dockerfileProblems(read('Dockerfile'), {
    nodeVersion: devDependencies.node ?? '',
    needed: neededFiles(),
    exists,
  }),
  'compose.yaml': composeProblems(compose, { settings, exists }),
  Caddyfile: proxyProblems(read('Caddyfile'), compose),
};
const problems = Object.entries(found).flatMap(([file, list]) =>
  list.map((problem) => `${file}: ${problem}`),
);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
