import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../build/fingerprint.ts';
import { charts, descriptorFiles, neighbours } from '../paths/charts.ts';
import { provedVariable, tagsOf } from './explored.ts';
import {
  exploredPrintsNow,
  filesOfChart,
  filesOfKit,
  filesOfTest,
  tablesOfCharts,
} from './explored-prints.ts';
import { readAnswers } from './vitest-answers.ts';

const chartIds = Object.keys(charts);
const screens = 'tools/gallery/screens/screens.test.tsx';
const together = 'tools/paths/together/walk-together.test.ts';
const mutants = 'tools/paths/kept/expected.test.ts';

type Edge = readonly [importing: string, imported: string];

/** By Node's own account: each import of a file of this repository, while these modules load. */
const importsWhileLoading = (modules: readonly string[]): Edge[] => {
  const script = `
    import { registerHooks } from 'node:module';
    import { relative } from 'node:path';
    import { fileURLToPath } from 'node:url';
    const edges = [];
    const isOwn = (url) => url?.startsWith('file:') && !url.includes('/node_modules/');
    const name = (url) => relative(process.cwd(), fileURLToPath(url));
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        if (isOwn(context.parentURL) && isOwn(found.url)) edges.push([name(context.parentURL), name(found.url)]);
        return found;
      },
    });
    for (const module of ${JSON.stringify(modules)}) await import(process.cwd() + '/' + module);
    console.log(JSON.stringify(edges));
  `;
  const args = ['--input-type=module', '--eval', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Edge[];
};

const ofMutants = ['tools/paths/mutants.ts', 'tools/paths/samples/order.descriptor.ts'];
const kit = [
  ...['tools/paths/kept/expected.ts', 'tools/paths/kept/kept-files.ts', 'tools/paths/laws.ts'],
  ...['tools/paths/lint.ts', 'tools/paths/random.ts', 'tools/paths/walk-chart.ts'],
  'src/devtools/tap/chart-definition.ts',
];
const ofTogether = ['walk-together.ts', 'together-laws.ts'].map(
  (one) => `tools/paths/together/${one}`,
);

describe('by what Node loads', () => {
  const edges = importsWhileLoading([...kit, ...ofMutants, ...ofTogether]);
  const imported = Map.groupBy(edges, ([importing]) => importing);
  const loadedBy = (
    files: readonly string[],
    isFollowed: (importing: string, file: string) => boolean = () => true,
  ): string[] => {
    const loaded = new Set(files);
    for (const one of loaded) {
      for (const [, file] of imported.get(one) ?? []) if (isFollowed(one, file)) loaded.add(file);
    }
    return [...loaded];
  };
  const descriptors = Object.values(descriptorFiles);
  const isOfKit = (importing: string, file: string) =>
    !tablesOfCharts.includes(importing) && !/^machines\/.*\.descriptor\.ts$/.test(file);

  it('every chart is loaded', () => {
    const machines = loadedBy(descriptors).filter((file) => file.endsWith('.machine.ts'));
    expect(machines.length).toBeGreaterThanOrEqual(chartIds.length);
  });

  it.each(chartIds)('the print of %s has all that its descriptor imports', (chart) => {
    const files = new Set(filesOfChart(chart));
    const missing = loadedBy([descriptorFiles[chart] ?? '']).filter((file) => !files.has(file));
    expect(missing).toEqual([]);
  });

  it('the print of every chart has all of the path kit but charts', () => {
    const files = new Set(filesOfChart('toast'));
    expect(loadedBy(kit, isOfKit).filter((file) => !files.has(file))).toEqual([]);
  });

  it('the print of the mutants of expectations has all of the kit that finds them', () => {
    const files = new Set(filesOfTest(mutants));
    const loaded = loadedBy([...ofMutants, ...kit.slice(0, 2)], isOfKit);
    expect(loaded).toContain('tools/paths/explore.ts');
    expect(loaded.filter((file) => !files.has(file))).toEqual([]);
  });

  it('the print of all charts together has all that is walked', () => {
    const files = new Set(filesOfTest(together));
    const loaded = loadedBy(ofTogether);
    expect(loaded).toContain('machines/checkout/checkout.descriptor.ts');
    expect(loaded.filter((file) => !files.has(file))).toEqual([]);
  });
});

it.each([
  ['its own files', 'tray', 'machines/tray/tray.choosing.ts'],
  ['what is kept of it', 'tray', 'machines/tray/tray.expected.txt'],
  ['a chart that it starts', 'tray', 'machines/record-watch/record-watch.machine.ts'],
  ['a chart that the root loads late', 'app', 'machines/leaving/leaving.machine.ts'],
  ['its tests', 'toast', 'tools/paths/charts.test.ts'],
  ['the packages', 'toast', 'package-lock.json'],
  ['how it is compiled', 'toast', 'tsconfig.json'],
  ['a chart that joins', 'toast', 'machines/app/children.ts'],
])('the print of a chart changes with %s', (_what, chart, file) => {
  expect(filesOfChart(chart)).toContain(file);
});

it('a chart that another one has nothing to do with is not in its print', () => {
  expect(filesOfChart('toast')).not.toContain('machines/tray/tray.machine.ts');
});

it('the path kit takes nothing but names from the tables of charts', () => {
  const texts = filesOfKit()
    .filter((file) => !tablesOfCharts.includes(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const mentions = texts.flatMap((text) => text.match(/.*\/children(\.derived)?\.ts.*/g) ?? []);
  expect(mentions.length).toBeGreaterThan(0);
  const isOfNames = (line: string) =>
    /^import \{ (chartIds|dialogKinds|chartIds, dialogKinds) \} from '/.test(line);
  expect(mentions.filter((line) => !isOfNames(line))).toEqual([]);
});

it.each([
  ['all screens', screens, 'src/features/home/home-page.tsx'],
  ['what they share', screens, 'src/ui/button.tsx'],
  ['their charts', screens, 'machines/tray/tray.machine.ts'],
  ['their words', screens, 'locales/en/messages.json'],
  ['what is kept of them', screens, 'tests/screens/tray.txt'],
  ['their scenes', screens, 'tools/gallery/tray-scenes.ts'],
  ['mutants of expectations', mutants, 'tools/paths/mutants.ts'],
  ['packages', mutants, 'package-lock.json'],
] as const)('the print of a test file changes with %s', (_what, test, file) => {
  expect(filesOfTest(test)).toContain(file);
});

it('each exploration has a print of all that decides it', () => {
  const printed = exploredPrintsNow((files, words) => [...files, words].join());
  for (const chart of chartIds) {
    expect(printed[`chart ${chart}`]).toContain(filesOfChart(chart).join());
    expect(printed[`chart ${chart}`]).toContain(JSON.stringify(neighbours));
  }
  for (const test of [screens, together, mutants] as const) {
    expect(printed[test]).toContain(filesOfTest(test).join());
  }
  expect(Object.keys(printed)).toHaveLength(chartIds.length + 3);
});

it('only what this run has named as proved carries the tag of whole runs', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv(provedVariable, JSON.stringify(['chart toast']));
  expect([tagsOf('chart toast'), tagsOf('chart tray'), tagsOf(screens)]).toEqual([
    ['whole'],
    [],
    [],
  ]);
  vi.stubEnv(provedVariable, undefined);
  expect(tagsOf('chart toast')).toEqual([]);
});

it('each chart carries its own tag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightwell-tags-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'vitest.json');
  const quick = 'has requirement ids on every transition';
  const args = ['run', 'tools/paths/charts.test.ts', '-t', quick, '--tagsFilter=!whole'];
  const told = ['--project=unit', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, [provedVariable]: JSON.stringify(['chart tray']) };
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...told], {
    cwd: root,
    env,
  });
  const ran = (readAnswers(report) ?? []).filter(({ answer }) => answer === 'passed');
  const others = chartIds.filter((id) => id !== 'tray');
  expect(ran.map(({ fullName }) => fullName)).toEqual(
    others.map((id) => `the ${id} chart ${quick}`),
  );
});
