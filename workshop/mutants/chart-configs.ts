import ts from 'typescript';
import { type Change, short } from './source-tree.ts';

/* Changes to the config of a chart: events, targets, guards and actions. */

const optional = /^(guard|entry|exit|actions|invoke|onDone|onError|always|target|reenter|params)$/;
const handlers = /^(on|after)$/;

const nameOf = (property: ts.ObjectLiteralElementLike): string => {
  const name = property.name;
  if (!name) return '';
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
};

/** Removes a property by setting it to `undefined`, which has the same effect. */
const without = (property: ts.PropertyAssignment, where: string): Change => ({
  node: property,
  text: `...{}`,
  says: `without ${where}${short(property)}`,
});

const holderOf = (node: ts.Node): ts.PropertyAssignment | undefined => {
  const object = node.parent;
  return ts.isObjectLiteralExpression(object) && ts.isPropertyAssignment(object.parent)
    ? object.parent
    : undefined;
};

/**
 * True for the `actions` of a setup. They are not changed, because a chart without them does not
 * start.
 */
const areImplementations = ({ initializer }: ts.PropertyAssignment): boolean =>
  ts.isObjectLiteralExpression(initializer) &&
  !initializer.properties.some((property) => /^(type|id|target|src)$/.test(nameOf(property)));

const removedProperty = (node: ts.Node): Change[] => {
  if (!ts.isPropertyAssignment(node)) return [];
  const holder = holderOf(node);
  const isHandler = holder !== undefined && handlers.test(nameOf(holder));
  if (isHandler) return [without(node, `the handler of `)];
  return optional.test(nameOf(node)) && !areImplementations(node) ? [without(node, '')] : [];
};

const removedAction = (node: ts.Node): Change[] => {
  if (!ts.isArrayLiteralExpression(node) || !ts.isPropertyAssignment(node.parent)) return [];
  if (!/^(actions|entry|exit)$/.test(nameOf(node.parent))) return [];
  return node.elements.map((element) => ({
    node: element,
    text: '...[]',
    says: `without the action ${short(element)}`,
  }));
};

const statesOf = (object: ts.ObjectLiteralExpression): string[] => {
  const states = object.properties.find((property) => nameOf(property) === 'states');
  return states &&
    ts.isPropertyAssignment(states) &&
    ts.isObjectLiteralExpression(states.initializer)
    ? states.initializer.properties.map(nameOf)
    : [];
};

/** The names of the child states of each state in a file. */
const statesIn = (tree: ts.SourceFile): string[][] => {
  const found: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) found.push(statesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

const statesAround = (node: ts.Node): string[][] => {
  const found: string[][] = [];
  for (let around = node.parent; around; around = around.parent) {
    if (ts.isObjectLiteralExpression(around)) found.push(statesOf(around));
  }
  return found;
};

/** Returns the files of a split chart, including the given one. */
export type PartsOf = (file: string) => readonly ts.SourceFile[];

/**
 * The names of the target's sibling states. They are in the surrounding state, elsewhere in the
 * file, or in another file of the chart.
 */
const siblingsOf = (target: string, node: ts.Node, partsOf: PartsOf): string[] => {
  const tree = node.getSourceFile();
  const parts = [tree, ...partsOf(tree.fileName)].flatMap(statesIn);
  const beside = [...statesAround(node), ...parts].find((names) => names.includes(target));
  return (beside ?? []).filter((name) => name !== target);
};

const otherTarget =
  (partsOf: PartsOf) =>
  (node: ts.Node): Change[] => {
    if (!ts.isStringLiteral(node) || !ts.isPropertyAssignment(node.parent)) return [];
    if (!/^(target|initial)$/.test(nameOf(node.parent))) return [];
    const [, dot = '', last = ''] = /^(.*\.)?([^.#]+)$/.exec(node.text) ?? [];
    const [other] = siblingsOf(last, node, partsOf);
    if (other === undefined) return [];
    const text = `'${dot}${other}'`;
    return [{ node, text, says: `${text} in place of ${node.getText()}` }];
  };

export const chartChanges =
  (partsOf: PartsOf) =>
  (node: ts.Node): Change[] =>
    [removedProperty, removedAction, otherTarget(partsOf)].flatMap((operator) => operator(node));
