import ts from 'typescript';
import { type Change, isOfStyle, short } from './source-tree.ts';

/* Changes to the output and the event handlers of a component. */

export type Words = readonly string[];

/** Attributes that a visitor perceives or uses. */
const met = /^(on[A-Z]|disabled$|checked$|hidden$|href$|src$|alt$|aria-)/;

const attributeName = (attribute: ts.JsxAttribute): string => attribute.name.getText();

const removed = (node: ts.Node): Change[] => {
  if (!ts.isJsxAttribute(node) || !met.test(attributeName(node))) return [];
  return [{ node, text: '', says: `without ${short(node)}` }];
};

const givenTo = (attribute: ts.JsxAttribute): string | undefined => {
  const { initializer } = attribute;
  return initializer && ts.isJsxExpression(initializer) ? initializer.getText() : undefined;
};

/** Handlers are swapped only with handlers, and values only with values, as in a typing mistake. */
const kindOf = (attribute: ts.JsxAttribute): string =>
  /^on[A-Z]/.test(attributeName(attribute)) ? 'handler' : 'value';

const swapped = (node: ts.Node): Change[] => {
  if (!ts.isJsxAttributes(node)) return [];
  const named = node.properties
    .filter(ts.isJsxAttribute)
    .filter((one) => !isOfStyle(attributeName(one)) && givenTo(one) !== undefined);
  return named.flatMap((one, index) => {
    const other = named.slice(index + 1).find((later) => kindOf(later) === kindOf(one));
    if (!other || givenTo(one) === givenTo(other)) return [];
    const between = node.getSourceFile().text.slice(one.end, other.getStart());
    const text = `${attributeName(one)}=${givenTo(other)}${between}${attributeName(other)}=${givenTo(one)}`;
    const says = `${attributeName(one)} and ${attributeName(other)} swapped`;
    return [{ node: one, end: other.end, text, says }];
  });
};

/** Replaces a message by another one of the same screen. */
const otherMessage =
  (words: Words) =>
  (node: ts.Node): Change[] => {
    if (!ts.isStringLiteral(node) || !words.includes(node.text)) return [];
    const [screen] = node.text.split('.');
    const beside = words.filter((id) => id.split('.')[0] === screen);
    const other = beside[(beside.indexOf(node.text) + 1) % beside.length];
    if (other === undefined || other === node.text) return [];
    const quote = ts.isJsxAttribute(node.parent) ? '"' : "'";
    const text = `${quote}${other}${quote}`;
    return [{ node, text, says: `the message ${other} in place of ${node.text}` }];
  };

export const componentChanges =
  (words: Words) =>
  (node: ts.Node): Change[] =>
    [removed, swapped, otherMessage(words)].flatMap((operator) => operator(node));
