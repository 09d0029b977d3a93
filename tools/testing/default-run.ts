import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';
import { type CoverageRecord, driftOf } from '../coverage/coverage-record.ts';
import { type FilePrints, filePrintsNow } from '../coverage/walked-files.ts';
import { charts } from '../paths/charts.ts';
import type { WalkChoice } from './chosen-walks.ts';
import { engineTag } from './engine-print.ts';
import { leftOutTag } from './explored.ts';
import { keptPassed, type Prints, provedOf } from './passed.ts';

type Charts = Parameters<typeof driftOf>[0];

/**
 * The charts that do, or whose files are, something else than when their coverage was kept.
 * @param walked the charts that have a walk, with what their files are now
 */
export const changedCharts = (
  charts: Charts,
  record: CoverageRecord,
  walked: FilePrints,
): { whole: string[]; unwalked: string[] } => {
  const behaves = (chart: string): boolean => {
    const model = charts[chart];
    const rows = record.charts.filter((row) => row.chart === chart);
    return model !== undefined && driftOf({ [chart]: model }, { charts: rows }).length === 0;
  };
  const isWalked = (chart: string): boolean => Object.hasOwn(walked, chart);
  const isSame = (chart: string): boolean =>
    behaves(chart) && (!isWalked(chart) || record.files?.[chart] === walked[chart]);
  const changed = Object.keys(charts).filter((chart) => !isSame(chart));
  return {
    whole: changed.filter(isWalked),
    unwalked: changed.filter((chart) => !isWalked(chart)),
  };
};

/** The commit's id, so that successive commits take different walks; a fixed word without git. */
export const usualSeed = (): string => {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'no commit';
};

/** Where a run that leaves walks out measures, so that the figures of the last whole run stay. */
export const measuredInPart = join(root, 'test-results', 'chart-coverage-in-part');

const keptRecord = (): CoverageRecord =>
  JSON.parse(readFileSync(join(root, 'docs/machines/coverage.json'), 'utf8')) as CoverageRecord;

const listed = (charts: readonly string[]): string => charts.join(', ') || 'none';

/** What the default run takes. */
export type DefaultRun = {
  walks: WalkChoice;
  /** of Vitest's tests that only whole runs take */
  leftOutTags: readonly string[];
  /** explorations whose tests carry one of these tags in this run */
  proved: readonly string[];
};

export const tagsLeftOut = (passed: Prints, now: Prints): string[] =>
  passed.engine === now.engine ? [leftOutTag, engineTag] : [leftOutTag];

/**
 * What the default run takes; says so.
 * @param now the prints when the run begins
 */
export const chooseTests = async (seed: string, now: Prints): Promise<DefaultRun> => {
  const walked = await filePrintsNow();
  const { whole, unwalked } = changedCharts(charts, keptRecord(), walked);
  const passed = keptPassed();
  const leftOutTags = tagsLeftOut(passed, now);
  const proved = provedOf(passed, now);
  const explored = Object.keys(now.explored).filter((one) => !proved.includes(one));
  console.log(`The default run; npm test -- --whole runs every test.
Charts that have changed since their coverage was kept, walked whole: ${listed(whole)}
Of each other chart the walk on the real server and one more are taken, by the seed “${seed}”.
Explored, because no earlier run has proved them as they are now: ${listed(explored)}`);
  if (unwalked.length > 0) {
    console.log(`Changed, and measured in whole runs only: ${listed(unwalked)}`);
  }
  const isProven = leftOutTags.includes(engineTag);
  console.log(
    isProven
      ? 'The engine is what it was in the last whole run: most of its tests are left out.'
      : 'The engine has changed since the last whole run: all but its long tests run.',
  );
  return { walks: { seed, whole }, leftOutTags, proved };
};
