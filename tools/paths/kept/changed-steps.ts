import type { Expected } from './expected.ts';

/** All lines of one step that came or went. */
type ChangedStep = {
  on: string;
  /** below the states in which the step happens */
  lines: string[];
  /** how many lines came or went */
  count: number;
};

type Change = { from: string; line: string; on: string; does: string; isNew: boolean };

const none: ReadonlySet<string> = new Set();

/** A line reads `step if conditions → what it does`. */
const parts = (line: string): Pick<Change, 'on' | 'does'> => {
  const end = line.indexOf(' → ');
  const head = end < 0 ? line : line.slice(0, end);
  const condition = head.indexOf(' if ');
  return { on: condition < 0 ? head : head.slice(0, condition), does: line.slice(head.length) };
};

const changesIn = (kept: Expected, now: Expected): Change[] => {
  const states = [...new Set([...kept.keys(), ...now.keys()])].sort();
  return states.flatMap((from) => {
    const [was, is] = [kept.get(from) ?? none, now.get(from) ?? none];
    return [...new Set([...was, ...is])]
      .filter((line) => !was.has(line) || !is.has(line))
      .sort()
      .map((line) => ({ from, line, ...parts(line), isNew: is.has(line) }));
  });
};

/**
 * Whether the step does something else in a state in which it happened before. Otherwise, only its
 * conditions have changed, or it happens in another state: mostly a consequence of another change.
 */
const hasOtherOutcome = (changes: readonly Change[]): boolean => {
  const [gone, come] = [changes.filter(({ isNew }) => !isNew), changes.filter((one) => one.isNew)];
  return come.some(
    ({ from, does }) =>
      gone.some((one) => one.from === from) &&
      !gone.some((one) => one.from === from && one.does === does),
  );
};

const linesOf = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ from, line, isNew }, index) => [
    ...(from !== '' && changes[index - 1]?.from !== from ? [`  ${from}`] : []),
    `${isNew ? '+' : '-'}   ${line}`,
  ]);

/** What has changed, by step, the most specific first: another outcome of few lines. */
export const changedSteps = (kept: Expected, now: Expected): ChangedStep[] => {
  const changes = changesIn(kept, now);
  const steps = [...new Set(changes.map(({ on }) => on))].map((on) => {
    const own = changes.filter((change) => change.on === on);
    const rank = hasOtherOutcome(own) ? 0 : 1;
    return { on, lines: linesOf(own), count: own.length, rank };
  });
  return steps
    .sort((a, b) => a.rank - b.rank || a.count - b.count || (a.on < b.on ? -1 : 1))
    .map(({ rank: _, ...step }) => step);
};

const maxLines = 60;
const maxLinesOfStep = 12;

const counted = (count: number): string => `${count} line${count === 1 ? '' : 's'}`;

const tellStep = ({ on, lines, count }: ChangedStep): string[] => {
  const more = lines.length - maxLinesOfStep;
  return [
    `${on} (${counted(count)})`,
    ...lines.slice(0, maxLinesOfStep),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ];
};

/** The changes as text: as many steps as fit, and the names of the others. */
export const tellChanges = (steps: readonly ChangedStep[]): string[] => {
  const told: string[] = [];
  for (const [index, step] of steps.entries()) {
    const lines = tellStep(step);
    if (told.length > 0 && told.length + lines.length > maxLines) {
      const others = steps.slice(index).map(({ on, count }) => `${on} (${count})`);
      return [...told, `… and ${others.length} more steps: ${others.join(', ')}`];
    }
    told.push(...lines);
  }
  return told;
};
