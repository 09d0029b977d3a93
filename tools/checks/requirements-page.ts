import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/prepare.ts';
import { requirements } from './requirements.ts';

/** The title of a test or of a group of tests, as in the source. */
export type Title = { file: string; text: string; isGroup: boolean };

/* Maximum number of tests that the page names for each requirement. The remaining tests are only
   counted. */
const shownPerRequirement = 6;
/*
 * Folders in the order in which their tests are named, beginning with the strongest evidence:
 * journeys on the real server. Tests of tools come last.
 */
const foldersByWeight = ['tests', 'server', 'machines', 'src', 'models', 'tools', 'workshop'];

const idsAtEnd = / \((R\d+(?:, R\d+)*)\)$/;
const anyId = /\bR\d+\b/;

const withoutIds = (text: string) => text.replace(idsAtEnd, '');
const idsOf = ({ text }: Title) => idsAtEnd.exec(text)?.[1]?.split(', ') ?? [];

/** Returns the called names, for example `it` and `each` in `it.each(table)`. */
function namesIn(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) {
    return [...namesIn(callee.expression), callee.name.text];
  }
  return ts.isCallExpression(callee) ? namesIn(callee.expression) : [];
}

function titleOf(node: ts.Node, file: string): Title[] {
  if (!ts.isCallExpression(node)) return [];
  const [first] = node.arguments;
  const [name = '', ...others] = namesIn(node.expression);
  const isGroup = [name, ...others].includes('describe');
  if (!first || !(isGroup || name === 'it' || name === 'test')) return [];
  if (ts.isStringLiteralLike(first)) return [{ file, text: first.text, isGroup }];
  if (!ts.isTemplateExpression(first)) return [];
  return [{ file, text: first.getText().slice(1, -1), isGroup }];
}

export function titlesIn(file: string, source: string): Title[] {
  const found: Title[] = [];
  const visit = (node: ts.Node): void => {
    found.push(...titleOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** Returns the titles in all test files that contain a requirement id. */
export const readTitles = (): Title[] =>
  globSync('*/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'dist/**', 'test-results/**'],
  }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return anyId.test(source) ? titlesIn(file, source) : [];
  });

/**
 * Returns one sentence for each unknown or misplaced id and for each requirement without a test.
 */
export function problemsOf(titles: readonly Title[]): string[] {
  const tests = titles.filter(({ isGroup }) => !isGroup);
  const known = Object.values(requirements).flatMap((all) => Object.keys(all));
  const proven = new Set(tests.flatMap(idsOf));
  return [
    ...titles
      .filter(({ text, isGroup }) => anyId.test(isGroup ? text : withoutIds(text)))
      .map(({ file, text }) => `${file}: ids belong at the end of the title of a test: “${text}”`),
    ...tests.flatMap((title) =>
      idsOf(title)
        .filter((id) => !known.includes(id))
        .map((id) => `${title.file}: tools/checks/requirements.ts has no ${id}: “${title.text}”`),
    ),
    ...known
      .filter((id) => !proven.has(id))
      .map((id) => `${id}: no test names it at the end of its title`),
  ];
}

const weightOf = ({ file }: Title) => foldersByWeight.indexOf(file.split('/')[0] ?? '');

const byWeight = (one: Title, other: Title) =>
  weightOf(one) - weightOf(other) ||
  one.file.localeCompare(other.file, 'en') ||
  one.text.localeCompare(other.text, 'en');

/* Escapes the characters that are markup in Markdown. */
const plain = (text: string) => text.replaceAll(/[<*_[\]]/g, '\\$&');

function linesOf(id: string, says: string, titles: readonly Title[]): string[] {
  const proofs = titles.filter((title) => !title.isGroup && idsOf(title).includes(id));
  const shown = proofs.toSorted(byWeight).slice(0, shownPerRequirement);
  return [
    `- **${id}** ${says}`,
    ...shown.map(({ file, text }) => `  - \`${file}\` › ${plain(withoutIds(text))}`),
    ...(proofs.length > shown.length ? ['  - and more'] : []),
  ];
}

const head = `<!-- Made by scripts/write-docs.ts: change tools/checks/requirements.ts or a title instead. -->
# Requirements

What the product promises, and the tests that fail when a promise is broken. A test names the
requirements that it proves at the end of its title: \`it('keeps a signed-in user for 30 days (R21)', …)\`.
\`npm run docs\` writes this page. \`npm run check\` fails when it is not current, when a
requirement has no test, or when a title has an unknown id. \`%s\` stands for the cases of a table.
`;

export const requirementsPage = (titles: readonly Title[]): string =>
  [
    head,
    ...Object.entries(requirements).flatMap(([subject, all]) => [
      `## ${subject}`,
      '',
      ...Object.entries(all).flatMap(([id, says]) => linesOf(id, says, titles)),
      '',
    ]),
  ].join('\n');
