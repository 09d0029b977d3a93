import ts from 'typescript';
import { eachNode, parse } from './source-tree.ts';

/*
 * Finds the tests that reach a line. Code added to each function records its calls. Top-level code
 * is recorded at the import of its file.
 */

/** The global variable in which a test file's setup collects reached places. */
export const reachedName = '__reached';

/** A place is `file:offset` of a function's body, or `file` for top-level code. */
export const placeOf = (file: string, body?: number): string =>
  body === undefined ? file : `${file}:${body}`;

/** True if a place is reached by a call and not by an import. */
export const isOfFunction = (place: string): boolean => /:\d+$/.test(place);

type Body = { start: number; end: number; isBlock: boolean };

const bodiesOf = (tree: ts.SourceFile): Body[] => {
  const bodies: Body[] = [];
  eachNode(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node)) return;
    const body = node.body as ts.Node | undefined;
    if (!body) return;
    bodies.push({ start: body.getStart(tree), end: body.end, isBlock: ts.isBlock(body) });
  });
  return bodies;
};

/** Adds code that records the calls of each function. */
export const withReach = (file: string, text: string): string => {
  const said = (place: string) => `globalThis.${reachedName}?.add(${JSON.stringify(place)})`;
  const inserted = bodiesOf(parse(file, text).tree).flatMap(({ start, end, isBlock }) => {
    const place = said(placeOf(file, start));
    if (isBlock) return [{ at: start + 1, order: start, text: `${place};` }];
    return [
      { at: start, order: start, text: `(${place}, (` },
      { at: end, order: -start, text: '))' },
    ];
  });
  // inserts from the end, so that offsets stay valid; at equal offsets the inner function is first
  inserted.sort((a, b) => b.at - a.at || b.order - a.order);
  let result = text;
  for (const { at, text: more } of inserted) result = result.slice(0, at) + more + result.slice(at);
  return `${said(placeOf(file))};${result}`;
};

/** The place of the innermost function around an offset. */
export const placeAround = (file: string, text: string, offset: number): string => {
  const around = bodiesOf(parse(file, text).tree).filter(
    ({ start, end }) => start <= offset && offset < end,
  );
  const innermost = around.sort((a, b) => b.start - a.start)[0];
  return placeOf(file, innermost?.start);
};
