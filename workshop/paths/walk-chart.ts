import { actorWalker } from './actor-walker.ts';
import { cover, type Depth } from './cover.ts';
import { type Coverage, coverageOf } from './coverage/coverage.ts';
import type { Exploration } from './explore.ts';
import type { Path } from './path.ts';
import { type PathReport, walk } from './walker.ts';

export type ChartWalk = { paths: Path[]; reports: PathReport[]; coverage: Coverage };

/** Walks all paths of a chart on the running actor. Measures the taken transitions. */
export const walkChart = async (
  exploration: Exploration,
  neighbours: readonly string[],
  depth: Depth = 'transitions',
): Promise<ChartWalk> => {
  const { chart, model, machine } = exploration;
  const paths = cover(exploration, depth);
  const taken = new Set<string>();
  const onTaken = (id: string): void => {
    taken.add(id);
  };
  const reports: PathReport[] = [];
  for (const path of paths) {
    reports.push(await walk(path, actorWalker({ machine, model, neighbours, onTaken })));
  }
  return { paths, reports, coverage: coverageOf(chart, model, taken) };
};
