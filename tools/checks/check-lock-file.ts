import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/prepare.ts';
import { lockProblems, unpinned } from './lock-file.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = read('package-lock.json') as { packages: Parameters<typeof lockProblems>[0] };
const manifest = read('package.json') as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

const problems = [
  ...lockProblems(lock.packages),
  ...unpinned({ ...manifest.dependencies, ...manifest.devDependencies }),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'Lock again in an empty folder: copy package.json and .npmrc there, run `npm install --package-lock-only`, copy package-lock.json back.',
  );
  process.exit(1);
}
