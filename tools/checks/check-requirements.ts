import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/prepare.ts';
import {
  bare,
  isLater,
  proofsOf,
  type Row,
  readRequirementsPage,
  rowsOf,
} from './requirement-proofs.ts';

/*
 * docs/requirements.md says for each row where it lives and which test proves it. Every place must
 * exist, and every proof must name a test that is really in that file, by its whole title:
 * | R1 | what | `path/a.ts` `path/b.ts` | `path/a.test.ts` › title <br> `path/b.test.ts` › title |
 * A row that is not built yet has `later` as its place and says in the last cell what is missing.
 * Whether these tests ran and passed is seen by `npm test -- --whole`.
 */
const problems: string[] = [];
const seen = new Set<string>();

const isUnused = (number: number) => number >= 64 && number <= 69;
const wanted = Array.from({ length: 82 }, (_, index) => index + 1)
  .filter((number) => !isUnused(number))
  .map((number) => `R${number}`);

/* A title opens a call of it, test, or of what it.each(…) returns, and may hold escaped quotes. */
const testTitle = /(?:\b(?:it|test)|\))(?:<[^<>()]*>)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

function readTitles(path: string): Set<string> {
  const source = readFileSync(join(root, path), 'utf8');
  return new Set([...source.matchAll(testTitle)].map(([, , title = '']) => bare(title)));
}

function checkPlaces({ id, cells }: Row) {
  const paths = [...(cells[3] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  if (paths.length === 0) problems.push(`${id}: names no place`);
  for (const path of paths) {
    if (!existsSync(join(root, path))) problems.push(`${id}: ${path} does not exist`);
  }
}

function checkProofs(row: Row) {
  for (const { id, path, title, text } of proofsOf(row)) {
    if (!/\.(test|spec)\.tsx?$/.test(path)) problems.push(`${id}: “${text}” names no test`);
    else if (!existsSync(join(root, path))) problems.push(`${id}: ${path} does not exist`);
    else if (!readTitles(path).has(bare(title))) {
      problems.push(`${id}: ${path} has no test “${title}”`);
    }
  }
}

for (const row of rowsOf(readRequirementsPage())) {
  const { id, cells } = row;
  if (!wanted.includes(id)) problems.push(`${id}: no such requirement`);
  if (seen.has(id)) problems.push(`${id}: listed twice`);
  seen.add(id);
  if (cells.length !== 6) problems.push(`${id}: has ${cells.length - 2} cells instead of 4`);
  else if (!isLater(row)) {
    checkPlaces(row);
    checkProofs(row);
  } else if (!cells[4]) problems.push(`${id}: does not say what is missing`);
}

problems.push(...wanted.filter((id) => !seen.has(id)).map((id) => `${id}: not listed`));

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
