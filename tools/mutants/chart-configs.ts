import ts from 'typescript';
import { type Change, short } from './source-tree.ts';

/* Changes to the configuration of a chart: what it hears, where that leads, what it does. */

const optional = /^(guard|entry|exit|actions|invoke|onDone|onError|always|target|reenter|params)$/;
const handlers = /^(on|after)$/;

const nameOf = (property: ts.ObjectLiteralElementLike): string => {
  const name = property.name;
  if (!name) return '';
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
};

/** Gone from its object: `undefined` under the same name is what an absent one is. */
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

/** The `actions` of a setup, by name: a chart without them does not start. */
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

/** The names of the states beside the one that the target names, where the file lists them. */
const siblingsOf = (target: string, tree: ts.SourceFile): string[] => {
  const found: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && nameOf(node) === 'states') {
      const { initializer } = node;
      if (ts.isObjectLiteralExpression(initializer)) {
        found.push(initializer.properties.map(nameOf));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return (found.find((names) => names.includes(target)) ?? []).filter((name) => name !== target);
};

const otherTarget = (node: ts.Node): Change[] => {
  if (!ts.isStringLiteral(node) || !ts.isPropertyAssignment(node.parent)) return [];
  if (!/^(target|initial)$/.test(nameOf(node.parent))) return [];
  const [, dot = '', last = ''] = /^(.*\.)?([^.#]+)$/.exec(node.text) ?? [];
  const [other] = siblingsOf(last, node.getSourceFile());
  if (other === undefined) return [];
  const text = `'${dot}${other}'`;
  return [{ node, text, says: `${text} in place of ${node.getText()}` }];
};

export const chartChanges = (node: ts.Node): Change[] =>
  [removedProperty, removedAction, otherTarget].flatMap((operator) => operator(node));
