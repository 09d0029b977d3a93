import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.ts';

/*
 * docs/requirements.md says for each row where it lives and which test proves it. Every place must
 * exist, and every proof must name a test that is really in that file:
 * | R1 | what | `path/a.ts` `path/b.ts` | `path/a.test.ts` › title of the test |
 */
const page = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');
const problems: string[] = [];
const seen = new Set<string>();

function checkPlaces(id: string, cell: string) {
  const paths = [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  if (paths.length === 0) problems.push(`${id}: names no place`);
  for (const path of paths) {
    if (!existsSync(join(root, path))) problems.push(`${id}: ${path} does not exist`);
  }
}

function checkProofs(id: string, cell: string) {
  const proofs = [...cell.matchAll(/`([^`]+)` › ([^<|]+)/g)];
  if (proofs.length === 0) problems.push(`${id}: names no test`);
  for (const [, path = '', title = ''] of proofs) {
    const file = join(root, path);
    if (!existsSync(file)) {
      problems.push(`${id}: ${path} does not exist`);
      continue;
    }
    /* Quotes may be escaped in source: compare without them. */
    const bare = (text: string) => text.replaceAll(/[\\'"`]/g, '');
    if (!bare(readFileSync(file, 'utf8')).includes(bare(title.trim()))) {
      problems.push(`${id}: ${path} has no test “${title.trim()}”`);
    }
  }
}

for (const line of page.split('\n')) {
  const cells = line.split('|').map((cell) => cell.trim());
  const id = cells[1] ?? '';
  if (!/^R\d+$/.test(id)) continue;
  if (seen.has(id)) problems.push(`${id}: listed twice`);
  seen.add(id);
  if (cells[3] === 'later') continue;
  checkPlaces(id, cells[3] ?? '');
  checkProofs(id, cells[4] ?? '');
}

for (let number = 1; number <= 82; number += 1) {
  const unused = number >= 64 && number <= 69;
  if (!unused && !seen.has(`R${number}`)) problems.push(`R${number}: not listed`);
}

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
