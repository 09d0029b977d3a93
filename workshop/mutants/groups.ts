import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type ts from 'typescript';
import { importedFiles } from '../../tools/build/imported-files.ts';
import { chartChanges, type PartsOf } from './chart-configs.ts';
import { componentChanges } from './components.ts';
import { expressionChanges } from './expressions.ts';
import type { Mutant } from './mutant.ts';
import { type Change, eachNode, mutantOf, parse } from './source-tree.ts';

/** Parts of the product to mutate, with the share of mutants that must be killed. */
export const groups = {
  machines: { goal: 95, sources: ['machines/**/*.ts'] },
  features: { goal: 90, sources: ['src/features/**/*.{ts,tsx}', 'src/ui/**/*.{ts,tsx}'] },
  domain: {
    goal: 90,
    sources: [
      'server/{accounts,contact,credits,mail,operator,orders,owners,subscriptions,tasks,uploads}/!(*.routes|*.store|*.presenter|*.schema|*-page|*-views).ts',
      'server/platform/lifecycle/*.ts',
    ],
  },
} as const;

export type Group = keyof typeof groups;

const isOfTests = /\.test\.|\.fixture\.|\.descriptor\.|test-kit|\/testing\/|\.d\.ts$/;

/** Source files of a group, except those used only by tests. */
export const sourcesOf = (root: string, group: Group): string[] =>
  globSync([...groups[group].sources], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isOfTests.test(file))
    .sort();

export type Operator = (node: ts.Node) => Change[];

/** Returns the source files in the folder of a chart. */
const partsIn = (root: string): PartsOf => {
  const files = sourcesOf(root, 'machines');
  const trees = new Map<string, ts.SourceFile>();
  const treeOf = (file: string) => {
    const tree = trees.get(file) ?? parse(file, readFileSync(join(root, file), 'utf8')).tree;
    trees.set(file, tree);
    return tree;
  };
  return (file) =>
    files.filter((one) => posix.dirname(one) === posix.dirname(file)).map((one) => treeOf(one));
};

const operatorsOf = (root: string, group: Group): Operator[] => {
  const path = join(root, 'locales/en/messages.json');
  const words = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object);
  const special = {
    machines: chartChanges(partsIn(root)),
    features: componentChanges(words),
    domain: () => [],
  };
  return [special[group], expressionChanges];
};

/** Every mutant of a source text, in text order. */
export const mutantsIn = (file: string, text: string, operators: readonly Operator[]): Mutant[] => {
  const source = parse(file, text);
  const found: Mutant[] = [];
  eachNode(source.tree, (node) => {
    for (const operator of operators) {
      found.push(...operator(node).map((change) => mutantOf(source, change)));
    }
  });
  return found;
};

export const mutantsOf = (root: string, group: Group): Mutant[] => {
  const operators = operatorsOf(root, group);
  return sourcesOf(root, group).flatMap((file) =>
    mutantsIn(file, readFileSync(join(root, file), 'utf8'), operators),
  );
};

/** A file and all files of its group that import it, directly or indirectly. */
export const loadersOf = (root: string, file: string): string[] => {
  const group = (Object.keys(groups) as Group[]).find((one) => sourcesOf(root, one).includes(file));
  const imports = (group ? sourcesOf(root, group) : []).map(
    (one) => [one, importedFiles(root, one)] as const,
  );
  const found = new Set([file]);
  for (const reached of found) {
    for (const [one, imported] of imports) if (imported.includes(reached)) found.add(one);
  }
  return [...found];
};
