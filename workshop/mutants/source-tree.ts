import ts from 'typescript';
import type { Mutant } from './mutant.ts';

/** The part of a mutant that an operator determines. */
export type Change = {
  node: ts.Node;
  /** end of the replaced text, if it differs from the node's end */
  end?: number;
  text: string;
  says: string;
};

export type Source = { file: string; tree: ts.SourceFile };

export const parse = (file: string, text: string): Source => ({
  file,
  tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
});

/** The text of a node in one line, shortened. */
export const short = (node: ts.Node): string => {
  const line = node.getText().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
};

/** Attributes that affect only style or React. */
export const isOfStyle = (name: string): boolean => /^(className|key|style)$/.test(name);

/** Types, imports, meta of states and styles have no effect that a test could detect. */
const isSilent = (node: ts.Node): boolean =>
  (ts.isJsxAttribute(node) && isOfStyle(node.name.getText())) ||
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  (ts.isPropertyAssignment(node) && /^(meta|types|description)$/.test(node.name.getText()));

/** Visits every node that runs, outermost first. */
export const eachNode = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  if (isSilent(node)) return;
  visit(node);
  ts.forEachChild(node, (child) => eachNode(child, visit));
};

export const mutantOf = (
  { file, tree }: Source,
  { node, end = node.end, text, says }: Change,
): Mutant => {
  const start = node.getStart(tree);
  const { line } = tree.getLineAndCharacterOfPosition(start);
  return { file, start, end, text, line: line + 1, says };
};
