import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/*
 * Japanese has no spaces between sentences, so a message joins them: `t('text.sentences', { first,
 * second })`. A space in the code would be shown in every language.
 */
const folder = new URL('../../src/', import.meta.url);

const isWords = (node: ts.Node): boolean =>
  (ts.isCallExpression(node) && node.expression.getText() === 't') ||
  (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === 'Text') ||
  (ts.forEachChild(node, isWords) ?? false);

const isSpace = (node: ts.Node): boolean =>
  (ts.isJsxText(node) && /^ +$/.test(node.text)) ||
  (ts.isJsxExpression(node) &&
    node.expression !== undefined &&
    ts.isStringLiteral(node.expression) &&
    node.expression.text.trim() === '');

/** Returns the pairs of nodes with only a space between them. */
function pairsIn(node: ts.Node): [ts.Node, ts.Node][] {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
    const parts = node.children.filter(
      (child) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces),
    );
    return parts.flatMap((part, index) => {
      const [before, after] = [parts[index - 1], parts[index + 1]];
      return isSpace(part) && before && after ? [[before, after]] : [];
    });
  }
  if (!ts.isTemplateExpression(node)) return [];
  return node.templateSpans.flatMap(({ literal, expression }, index) => {
    const next = node.templateSpans[index + 1];
    return next && literal.text === ' ' ? [[expression, next.expression]] : [];
  });
}

function joinsIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const [before, after] of pairsIn(node)) {
      // a variable beside words may also contain words
      const isJoin = [before, after].every((one) => isWords(one) || ts.isIdentifier(one));
      if (isJoin && (isWords(before) || isWords(after))) {
        found.push(`${name}: ${before.getText()} ${after.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('no component joins two messages with a space', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const joins = files.flatMap((name) => joinsIn(name, readFileSync(new URL(name, folder), 'utf8')));
  expect(joins).toEqual([]);
});

it.each([
  "<p>{t('a')} {t('b')}</p>",
  "<p>{t('a')}{' '}\n<Link>{t('b')}</Link></p>",
  '<p><Text id="a" /> {isLong && t("b")}</p>',
  `\`\${t('a')} \${t('b')}\``,
  `\`\${when} \${t('b')}\``,
])('finds the join in %s', (code) => {
  expect(joinsIn('example.tsx', code)).toHaveLength(1);
});
