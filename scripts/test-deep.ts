import { globSync } from 'node:fs';
import { ensureBuild, ensureModels, root } from '../tools/build/prepare.ts';
import { fail, obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { printFailed } from '../tools/testing/print-run.ts';
import {
  isOk,
  prepareTests,
  type Ran,
  runPlaywright,
  runVitest,
  start,
} from '../tools/testing/run-tests.ts';
import type { TestRun } from '../tools/testing/test-reports.ts';
import { isInstalled } from '../workshop/services/provider/auth-emulator.ts';

let browser: Record<string, string> = {};
const runs: TestRun[] = [];

function judge({ ok, run }: Ran): boolean {
  runs.push(run);
  return ok;
}

/** Returns the part of `npm run test:deep` that runs a file of Vitest's project `deep`. */
const partOf = (file: string): string => {
  if (file.startsWith('workshop/paths/')) return 'charts';
  if (file.startsWith('workshop/gallery/')) return 'screens';
  return /^(server\/engine|server\/routes|models)\//.test(file) ? 'engine' : 'processes';
};

const sources = '{models,server,src,machines,tools,workshop,tests}';

const vitest = async (part: string) => {
  const files = globSync(`${sources}/**/*.deep.test.{ts,tsx}`, { cwd: root });
  const own = files.filter((file) => partOf(file) === part);
  return judge(await runVitest(part, ['--project=deep', ...own]));
};

const playwright = async (part: string) => {
  ensureBuild('development');
  return judge(await runPlaywright(part, [`--project=${part}-deep`], browser));
};

const script = (file: string, ...args: string[]) => isOk(start(`workshop/${file}`, args));

type Part = {
  says: string;
  run: () => Promise<boolean>;
  /** true for a part that runs only if it is named */
  isExtra?: true;
};

const parts: Readonly<Record<string, Part>> = {
  charts: {
    says: 'every situation of every chart, and random walks through all charts',
    run: () => vitest('charts'),
  },
  screens: {
    says: 'the content of every screen in every state, and the events of its controls',
    run: () => vitest('screens'),
  },
  engine: {
    says: 'pixels and quality of every function, with the real networks',
    run: () => vitest('engine'),
  },
  processes: {
    says: 'server processes, commands, how-to pages, and the tests of the tools',
    run: () => vitest('processes'),
  },
  embedded: {
    says: 'tests of the server on the embedded database',
    run: async () => judge(await runVitest('embedded', ['--project=deep-embedded'])),
  },
  walks: {
    says: 'walks with faults through every chart in the browser',
    run: () => playwright('walks'),
  },
  journeys: {
    says: 'long journeys in the browser, in all languages',
    run: () => playwright('journeys'),
  },
  kills: {
    says: 'kill -9 while visitors use the product',
    run: async () =>
      (await script('chaos/test-faults.ts', '--runs', '25', '--seed', '1')) &&
      (await script('chaos/test-faults.ts', '--processes', '2', '--runs', '6', '--seed', '1')),
  },
  money: {
    says: 'random schedules of purchases, plans, refunds and outages',
    run: async () =>
      (await script('chaos/test-money.ts', '--runs', '40', '--seed', '1')) &&
      (await script('chaos/test-money.ts', '--kills', '3', '--seed', '1')),
  },
  fuzz: {
    says: 'valid and invalid requests to every call, and malformed bytes',
    run: () => script('fuzz/fuzz.ts', '--runs', '4000', '--seed', '1'),
  },
  mutants: {
    says: 'a sample of mutants of charts, components and domain',
    isExtra: true,
    run: () => script('mutants/test-mutants.ts', '--runs', '5', '--seed', '1'),
  },
  provider: {
    says: 'sign-in through the Auth emulator, if it is installed',
    run: async () => {
      if (isInstalled()) return await script('services/test-provider.ts');
      console.log(
        'The Auth emulator is not installed: npm run provider -w workshop/services -- --install',
      );
      return true;
    },
  },
};

const usual = Object.keys(parts).filter((name) => !parts[name]?.isExtra);

const usage = `npm run test:deep                every part except mutants
npm run test:deep -- money fuzz  only the named parts:
${Object.entries(parts)
  .map(([name, { says }]) => `  ${name.padEnd(10)} ${says}`)
  .join('\n')}`;

async function runParts(names: readonly string[]): Promise<boolean> {
  browser = prepareTests();
  ensureModels();
  const lines: string[] = [];
  let isRight = true;
  for (const name of names) {
    console.log(`\n${name}: ${parts[name]?.says}`);
    const begun = performance.now();
    const passed = await (parts[name] as Part).run();
    const seconds = Math.round((performance.now() - begun) / 1000);
    lines.push(
      `${name.padEnd(10)} ${passed ? 'passed' : 'FAILED'} ${String(seconds).padStart(5)} s`,
    );
    isRight &&= passed;
  }
  printFailed(runs);
  console.log(`\n${lines.join('\n')}`);
  console.log(
    `${lines.filter((line) => line.includes('passed')).length} of ${names.length} parts passed`,
  );
  return isRight;
}

await obeyCall(usage, async (args) => {
  const { positionals } = readOptions(args, { options: {}, allowPositionals: true });
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown) fail(`The deep tests have no part “${unknown}”.`);
  return await runParts(positionals.length > 0 ? positionals : usual);
});
process.exit();
