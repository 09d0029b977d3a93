import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';

/** A test that docs/requirements.md names: the title as it is written in the source. */
export type Proof = { id: string; path: string; title: string };
export type Row = { id: string; cells: string[] };

/** A test that a runner reported; `file` from the root of the repository. */
export type RanTest = {
  file: string;
  title: string;
  /** left out: only whole runs take it */
  status: 'passed' | 'failed' | 'skipped' | 'left out';
};

export const readRequirementsPage = (): string =>
  readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');

/** Rows `| R1 | what | places | proofs |`, with their cells as they are. */
export const rowsOf = (page: string): Row[] =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^R\d+$/.test(cells[1] ?? ''))
    .map((cells) => ({ id: cells[1] ?? '', cells }));

export const isLater = ({ cells }: Row): boolean => cells[3] === 'later';

/** What the last cell names; path and title are '' where it names no test. */
export const proofsOf = ({ id, cells }: Row): (Proof & { text: string })[] =>
  (cells[4] ?? '').split('<br>').map((part) => {
    const text = part.trim();
    const [, path = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(text) ?? [];
    return { id, path, title, text };
  });

/** Quotes may be written either way: compare without them. */
export const bare = (text: string): string => text.replaceAll(/[\\'"`]/g, '');

/* `%s`, `%%`, `$name` and `${…}` stand for what a case of it.each puts there. */
const hole = /%[sdifjoOc#$]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/g;

function patternOf(title: string): RegExp {
  const parts = bare(title)
    .split(hole)
    .map((part) => RegExp.escape(part.replaceAll('%%', '%')));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** One sentence for each proof without a test, or with one that did not pass. */
export function unprovenOf(proofs: readonly Proof[], ran: readonly RanTest[]): string[] {
  const byFile = Map.groupBy(ran, ({ file }) => file);
  const sentences: string[] = [];
  for (const { id, path, title } of proofs) {
    const pattern = patternOf(title);
    const cases = (byFile.get(path) ?? []).filter((test) => pattern.test(bare(test.title)));
    const bad = cases.find(({ status }) => status === 'failed' || status === 'skipped');
    if (cases.length === 0) sentences.push(`${id}: “${title}” of ${path} did not run`);
    else if (bad) sentences.push(`${id}: “${bad.title}” of ${path} ${bad.status}`);
  }
  return sentences;
}

/** Like {@link unprovenOf}, for every row of docs/requirements.md that is built. */
export const unprovenRequirements = (ran: readonly RanTest[]): string[] =>
  unprovenOf(
    rowsOf(readRequirementsPage())
      .filter((row) => !isLater(row))
      .flatMap(proofsOf),
    ran,
  );
