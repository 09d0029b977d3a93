import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { eventsPage } from '../tools/checks/events/events-page.ts';
import { paymentsPage } from '../tools/checks/payments/payments-page.ts';
import { problemsOf, readTitles, requirementsPage } from '../tools/checks/requirements-page.ts';

/*
 * Writes the generated pages from the event catalogue, the tables of payment methods and the titles
 * of tests. With --check it fails if a page is not current.
 */
const titles = readTitles();
const problems = problemsOf(titles);
const pages = {
  'docs/events.md': eventsPage(),
  'docs/payments.md': paymentsPage(),
  'docs/requirements.md': requirementsPage(titles),
};

for (const [name, page] of Object.entries(pages)) {
  const file = join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(file, page);
  else if (readFileSync(file, 'utf8') !== page) {
    problems.push(`${name} is not current: run npm run docs`);
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
