import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild, root } from '../tools/build/prepare.ts';

type Step = { name: string; script: string; args: string[] };

const npx = (name: string, script: string, ...args: string[]): Step => ({
  name,
  script: join('node_modules', script),
  args,
});
const own = (name: string, script: string, ...args: string[]): Step => ({
  name,
  script: join(script.startsWith('check-') ? 'tools/checks' : 'scripts', script),
  args,
});

const steps: Step[] = [
  npx('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  npx('types: charts', 'typescript/bin/tsc', '-p', 'tsconfig.machines.json'),
  npx('types: server', 'typescript/bin/tsc', '-p', 'tsconfig.server.json'),
  npx('types: models', 'typescript/bin/tsc', '-p', 'models/tsconfig.json'),
  npx('types: browser', 'typescript/bin/tsc', '-p', 'tsconfig.web.json'),
  npx('types: tests', 'typescript/bin/tsc', '-p', 'tsconfig.tests.json'),
  npx(
    'who may import whom',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    'src',
    'machines',
    'contract',
    'server',
    'models',
    'scripts',
    'tools',
    'workshop',
    'tests',
  ),
  npx('dead code', 'knip/bin/knip.js'),
  npx(
    'exports that only tests use',
    'knip/bin/knip.js',
    ...['--production', '--config', 'knip.production.json'],
    ...['--include', 'files,exports,types'],
  ),
  own('locales', 'check-locales.ts'),
  own('generated pages current', 'write-docs.ts', '--check'),
  own('licences', 'check-licences.ts'),
  own('lock file', 'check-lock-file.ts'),
];

function runStep({ name, script, args }: Step) {
  const started = performance.now();
  const result = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const ok = result.status === 0;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!ok) console.log(`${result.stdout}${result.stderr}`);
  return ok;
}

const results = steps.map(runStep);
/* Budgets apply to a production build, as visitors get it. */
ensureBuild('production');
results.push(runStep(own('size budgets', 'check-budgets.ts')));

const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} checks passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
