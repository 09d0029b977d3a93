import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { problemsOf, readTitles, requirementsPage } from '../tools/checks/requirements-page.ts';

/* Writes docs/requirements.md from titles of tests; with --check fails when it is out of date. */
const file = join(root, 'docs/requirements.md');
const titles = readTitles();
const problems = problemsOf(titles);
const page = requirementsPage(titles);

if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  problems.push('docs/requirements.md is not what titles of tests say: npm run docs:requirements');
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
