import { appMachine } from '../../machines/app/app.machine.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { pathsInBrowser, walkedInBrowser } from '../../tests/browser/paths/browser-paths.ts';
import { fail, obeyCall } from '../../tools/cli/bad-call.ts';
import { actorWalker } from './actor-walker.ts';
import { noWindow, walkInBrowser } from './browser-walks.ts';
import { charts, neighbours } from './charts.ts';
import { pathOfSteps, pathTo } from './chosen-path.ts';
import { cover } from './cover.ts';
import { type Coverage, coverageTable } from './coverage/coverage.ts';
import { type Exploration, explore } from './explore.ts';
import { format, type PathList } from './formats.ts';
import { noteBreaches } from './laws.ts';
import { brokenPaths } from './lint.ts';
import { explorePage } from './page/explored-page.ts';
import { acceptOverview, keptOverview, overviewPage } from './page/overview.ts';
import { acceptPage, complaintOf, pageFile } from './page/page-files.ts';
import type { Path } from './path.ts';
import { readWish, usage, type Wish } from './paths-options.ts';
import { walkRandomly } from './random.ts';
import { runChart } from './run-chart.ts';
import { tellBreach, walkTogether } from './together/walk-together.ts';
import { tell, walk } from './walker.ts';

type Chosen = [string, ChartDescriptor][];

const chosenOf = (names: readonly string[]): Chosen => {
  const unknown = names.find((name) => !Object.hasOwn(charts, name));
  if (unknown) {
    return fail(`There is no chart “${unknown}”; there are ${Object.keys(charts).join(', ')}`);
  }
  return Object.entries(charts).filter(([name]) => names.length === 0 || names.includes(name));
};

/**
 * Explores a chart. Fails if the chart or its descriptor has faults, because no path is then
 * reliable.
 */
const sound = (chart: string, model: ChartDescriptor): Exploration => {
  const { watch, breaches } = noteBreaches(model);
  const exploration = explore(chart, model, () => true, watch);
  const wrong = [...brokenPaths(exploration), ...breaches];
  return wrong.length === 0 ? exploration : fail(wrong.join('\n'));
};

const only = <One>(chart: string, all: One[], path: number | undefined): One[] => {
  if (path === undefined) return all;
  const one = all[path - 1];
  return one
    ? [one]
    : fail(`There is no path ${path} of the chart “${chart}”; the last is ${all.length}`);
};

/** The selected paths: all paths of the chart, or one. */
const wanted = (exploration: Exploration, { path, to, steps }: Wish): Path[] => {
  if (to !== undefined) return [pathTo(exploration, to)];
  if (steps !== undefined) return [pathOfSteps(exploration, steps)];
  return only(exploration.chart, cover(exploration), path);
};

const list = (chosen: Chosen, wish: Wish): void => {
  const lists = chosen.map(([chart, model]): PathList => {
    const exploration = sound(chart, model);
    return { chart, machine: exploration.machine, paths: wanted(exploration, wish) };
  });
  console.log(format(lists, wish.as));
};

const runOne = async ([chart, model]: Chosen[number], wish: Wish): Promise<boolean> => {
  const exploration = sound(chart, model);
  const { machine } = exploration;
  const [chosen] = wanted(exploration, wish);
  if (!chosen) return false;
  const report = await walk(chosen, actorWalker({ machine, model, neighbours }));
  console.log(tell(report));
  return report.ok;
};

const run = async (chosen: Chosen, { as }: Wish): Promise<boolean> => {
  const rows: Coverage[] = [];
  let ok = true;
  for (const [chart, model] of chosen) {
    const { faults, reports, coverage, complaint } = await runChart(chart, model, neighbours);
    if (faults.length > 0) fail(faults.join('\n'));
    for (const report of reports) {
      if (as !== 'json') console.log(report.ok ? `✓ ${chart}: ${report.title}` : tell(report));
      else if (!report.ok) console.error(tell(report));
      ok &&= report.ok;
    }
    if (complaint !== null) console.error(`✗ ${complaint}`);
    ok &&= complaint === null;
    if (coverage) rows.push(coverage);
  }
  console.log(as === 'json' ? JSON.stringify(rows) : `\n${coverageTable(rows)}`);
  for (const id of rows.flatMap((row) => row.open))
    console.error(`No walk takes the transition ${id}`);
  return ok && rows.every((row) => row.open.length === 0);
};

const runTogether = async (random: NonNullable<Wish['random']>): Promise<boolean> => {
  console.log(`seed ${random.seed}`);
  const breach = await walkTogether(appMachine, random);
  console.log(breach ? tellBreach(breach) : `✓ all charts together: ${random.count} walks`);
  return breach === undefined;
};

const runRandomly = async (chosen: Chosen, random: NonNullable<Wish['random']>) => {
  console.log(`seed ${random.seed}`);
  let ok = true;
  for (const [chart, model] of chosen) {
    const exploration = sound(chart, model);
    const { machine } = exploration;
    const failure = await walkRandomly(exploration, random, () =>
      actorWalker({ machine, model, neighbours }),
    );
    console.log(failure ? tell(failure.report) : `✓ ${chart}: ${random.count} walks`);
    ok &&= failure === undefined;
  }
  return ok;
};

const inBrowser = async ({ names, as, isRun, isHeaded, stepMs, path }: Wish): Promise<boolean> => {
  const obstacle = isHeaded ? noWindow() : undefined;
  if (obstacle) fail(obstacle);
  const walked = await walkedInBrowser();
  const unwalked = names.find((name) => !walked.has(name));
  if (unwalked)
    fail(`The chart “${unwalked}” is not walked in a browser; use --run without --browser`);
  const chosen = [...walked].filter(([name]) => names.length === 0 || names.includes(name));
  const lists = chosen.map(([chart, spec]): PathList => {
    const paths = only(chart, pathsInBrowser(spec), path);
    return { chart, machine: spec.model.machine, paths };
  });
  if (!isRun) console.log(format(lists, as));
  return (
    !isRun ||
    walkInBrowser(
      chosen.map(([chart]) => chart),
      { isHeaded, stepMs, path },
    )
  );
};

/** Reports how charts differ from their pages. With `accept`, writes the pages. */
const compare = (chosen: Chosen, kept: NonNullable<Wish['kept']>): boolean => {
  let same = true;
  for (const [chart, model] of chosen) {
    const { exploration, page } = explorePage(chart, model);
    const wrong = brokenPaths(exploration);
    if (wrong.length > 0) fail(wrong.join('\n'));
    const complaint = complaintOf(chart, page);
    same &&= complaint === undefined;
    if (complaint) console.log(complaint);
    if (complaint && kept === 'accept') {
      acceptPage(chart, page);
      console.log(`Written: ${pageFile(chart)}`);
    }
  }
  if (same) console.log('The pages of all charts are up to date.');
  const overview = overviewPage(charts, neighbours);
  if (kept === 'accept' && overview !== keptOverview()) acceptOverview(overview);
  return same || kept === 'accept';
};

const obey = async (args: string[]): Promise<boolean> => {
  const wish = readWish(args);
  const chosen = chosenOf(wish.names);
  if (wish.kept) return compare(chosen, wish.kept);
  if (wish.random?.together) return runTogether(wish.random);
  if (wish.random) return runRandomly(chosen, wish.random);
  if (wish.isBrowser) return inBrowser(wish);
  const [first] = chosen;
  const isOne = wish.path !== undefined || wish.to !== undefined || wish.steps !== undefined;
  if (wish.isRun) return isOne && first ? runOne(first, wish) : run(chosen, wish);
  list(chosen, wish);
  return true;
};

await obeyCall(usage, obey);
