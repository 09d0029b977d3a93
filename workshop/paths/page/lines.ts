export const maxLength = 160;

/** Breaks a line before one of the marks and indents the following lines. */
export const wrapped = (line: string, indent: string): string[] => {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > maxLength) {
    const end = lastBreak(rest);
    lines.push(rest.slice(0, end).trimEnd());
    rest = `${indent}${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
};

/**
 * Returns the place for a line break: before ` | ` if possible, otherwise after a comma or a space,
 * but never in the indentation.
 */
const lastBreak = (line: string): number => {
  const first = line.search(/\S/) + maxLength / 2;
  const bar = line.lastIndexOf(' | ', maxLength - 1);
  if (bar > first) return bar + 1;
  const comma = line.lastIndexOf(', ', maxLength - 2);
  if (comma > first) return comma + 2;
  const space = line.lastIndexOf(' ', maxLength);
  return space > first ? space + 1 : maxLength;
};
