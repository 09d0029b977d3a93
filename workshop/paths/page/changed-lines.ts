/*
 * An entry of a page: a line of a state with its continuation lines. Drawings have no entries,
 * because they follow from the transitions.
 */
type Entry = { under: string; line: string };

const isContinued = (line: string): boolean => line.startsWith('      ');

const withoutDrawings = (page: string): string => page.replaceAll(/```mermaid\n[^`]*```\n/g, '');

const entriesOf = (page: string): Entry[] => {
  const entries: Entry[] = [];
  let under = '';
  for (const line of withoutDrawings(page).split('\n')) {
    const last = entries.at(-1);
    if (line === '' || line.startsWith('```')) continue;
    if (isContinued(line) && last) last.line += ` ${line.trim()}`;
    else if (/^ {2}\S/.test(line)) entries.push({ under, line: line.trim() });
    else {
      under = line;
      entries.push({ under: '', line });
    }
  }
  return entries;
};

const keyOf = ({ under, line }: Entry): string => `${under}\n${line}`;

/** An entry that only one of the two pages has, with the title of its state. */
type Change = Entry & { isNew: boolean };

const headOf = ({ line }: Entry): string => line.split(' | ')[0] ?? '';

const stepOf = ({ line }: Entry): string => line.split(/ \[| → |: /)[0] ?? '';

/** Puts the accepted line of a step before the present one. */
const byStep = (a: Change, b: Change): number => {
  const [one, other] = [stepOf(a), stepOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  return Number(a.isNew) - Number(b.isNew);
};

/** True if a condition or a target has changed, which usually causes the other changes. */
const isCause = (changes: readonly Change[]): boolean =>
  changes.some(
    (one) => !changes.some((other) => other.isNew !== one.isNew && headOf(other) === headOf(one)),
  );

const changesIn = (kept: string, now: string): Change[] => {
  const [was, is] = [entriesOf(kept), entriesOf(now)];
  const [wasKeys, isKeys] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))];
  const changes = [
    ...was.filter((entry) => !isKeys.has(keyOf(entry))).map((one) => ({ ...one, isNew: false })),
    ...is.filter((entry) => !wasKeys.has(keyOf(entry))).map((one) => ({ ...one, isNew: true })),
  ];
  const titles = [...new Set([...is, ...was].map(({ under }) => under))];
  const groups = titles.map((title) => changes.filter(({ under }) => under === title).sort(byStep));
  return [...groups.filter(isCause), ...groups.filter((group) => !isCause(group))].flat();
};

const maxLines = 60;

/**
 * Returns the lines that differ between the accepted page (`-`) and the present page (`+`), by
 * state and step.
 */
export const changedLines = (kept: string, now: string): string[] => {
  const changes = changesIn(kept, now);
  const lines = changes.flatMap(({ under, line, isNew }, index) => [
    ...(under !== '' && changes[index - 1]?.under !== under ? [`  ${under}`] : []),
    `${isNew ? '+' : '-'}   ${line}`,
  ]);
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `… and ${more} more lines`] : lines;
};
