import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/prepare.ts';
import { differingPins, lockProblems, unpinned, workspacesOf } from './lock-file.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = read('package-lock.json') as { packages: Parameters<typeof lockProblems>[0] };

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>;

const manifests = Object.fromEntries(
  workspacesOf(lock.packages).map((folder) => {
    const file = join(folder, 'package.json');
    const { dependencies, devDependencies } = read(file) as Manifest;
    return [file, { ...dependencies, ...devDependencies }];
  }),
);

const problems = [
  ...lockProblems(lock.packages),
  ...Object.values(manifests).flatMap(unpinned),
  ...differingPins(manifests),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'Lock again in an empty folder: copy .npmrc, package-lock.json and every package.json (those of the workspaces into their folders) there, run `npm install --package-lock-only`, copy package-lock.json back.',
  );
  process.exit(1);
}
