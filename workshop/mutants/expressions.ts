import ts from 'typescript';
import { type Change, short } from './source-tree.ts';

const { SyntaxKind } = ts;

/* Changes to expressions and statements in any code. */

const others = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.LessThanToken, '>='],
  [SyntaxKind.LessThanEqualsToken, '>'],
  [SyntaxKind.GreaterThanToken, '<='],
  [SyntaxKind.GreaterThanEqualsToken, '<'],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
]);

const negated = (condition: ts.Expression): Change => ({
  node: condition,
  text: `!(${condition.getText()})`,
  says: `negates ${short(condition)}`,
});

/** a loop whose condition is changed may be endless, which proves nothing about the tests */
const conditions = (node: ts.Node): Change[] => {
  if (ts.isIfStatement(node)) return [negated(node.expression)];
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  return [];
};

const isInLoopHead = (node: ts.Node): boolean => {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isForStatement(parent)) return parent.statement !== node;
  if (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  return ts.isExpression(parent) && isInLoopHead(parent);
};

const operators = (node: ts.Node): Change[] => {
  if (!ts.isBinaryExpression(node) || isInLoopHead(node)) return [];
  const { operatorToken: operator } = node;
  const other = others.get(operator.kind);
  if (!other) return [];
  const says = `${other} in place of ${operator.getText()} in ${short(node)}`;
  return [{ node: operator, text: other, says }];
};

const fallbacks = (node: ts.Node): Change[] =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken
    ? [{ node, text: `(${node.right.getText()})`, says: `always the fallback of ${short(node)}` }]
    : [];

/**
 * True for sizes of pictures. They are not changed, because a document without layout ignores them.
 */
const isSizeOfPicture = ({ parent }: ts.Node): boolean =>
  ts.isJsxExpression(parent) &&
  ts.isJsxAttribute(parent.parent) &&
  /^(width|height|size)$/.test(parent.parent.name.getText());

const literals = (node: ts.Node): Change[] => {
  if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
    const text = node.kind === SyntaxKind.TrueKeyword ? 'false' : 'true';
    return [{ node, text, says: `${text} in place of ${short(node)} in ${short(node.parent)}` }];
  }
  if (!ts.isNumericLiteral(node) || isSizeOfPicture(node)) return [];
  // adding one to a large number often has no effect
  const text = Number(node.text) < 10 ? `(${node.text} + 1)` : `(${node.text} * 2)`;
  return [{ node, text, says: `${text.slice(1, -1)} in ${short(node.parent)}` }];
};

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression));

/** True for a call that marks a write point for the fault run. The call has no other effect. */
const isMarker = (node: ts.Node): boolean => /^reached\(/.test(node.getText());

const calls = (node: ts.Node): Change[] => {
  if (ts.isExpressionStatement(node) && isCall(node.expression) && !isMarker(node)) {
    return [{ node, text: ';', says: `without ${short(node)}` }];
  }
  if (ts.isThrowStatement(node)) return [{ node, text: ';', says: `without ${short(node)}` }];
  return [];
};

const not = (node: ts.Node): Change[] =>
  ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken
    ? [{ node, text: `(${node.operand.getText()})`, says: `without the ! of ${short(node)}` }]
    : [];

export const expressionChanges = (node: ts.Node): Change[] =>
  [conditions, operators, fallbacks, literals, calls, not].flatMap((operator) => operator(node));
