import { keptText } from './kept/kept-files.ts';

/** One kind of event from one chart to another. */
export type Talk = { from: string; to: string; event: string };

const told = /tells (\w+): ([\w.]+)/g;

/** Every event that charts send each other, as it is kept of them: their paths are compared with that. */
export const talkOf = (charts: readonly string[], neighbours: readonly string[]): Talk[] => {
  const talk = new Map<string, Talk>();
  for (const from of charts) {
    for (const [, to = '', event = ''] of keptText(from).matchAll(told)) {
      // what is not there is a chart's own actor
      if (neighbours.includes(to)) talk.set(`${from} ${to} ${event}`, { from, to, event });
    }
  }
  return [...talk.values()].sort((a, b) =>
    `${a.from} ${a.to} ${a.event}` < `${b.from} ${b.to} ${b.event}` ? -1 : 1,
  );
};
