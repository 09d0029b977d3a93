import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
  // the longest check starts first
  npx('types: tests', 'typescript/bin/tsc', '-p', 'tsconfig.tests.json'),
  npx('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  npx('types: charts', 'typescript/bin/tsc', '-p', 'tsconfig.machines.json'),
  npx('types: server', 'typescript/bin/tsc', '-p', 'tsconfig.server.json'),
  npx('types: models', 'typescript/bin/tsc', '-p', 'models/tsconfig.json'),
  npx('types: browser', 'typescript/bin/tsc', '-p', 'tsconfig.web.json'),
  npx('types: service worker', 'typescript/bin/tsc', '-p', 'tsconfig.worker.json'),
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
  own('plain English', 'check-english.ts'),
  own('locales', 'check-locales.ts'),
  own('words of the languages', 'check-words.ts'),
  own('generated pages current', 'write-docs.ts', '--check'),
  own('licences', 'check-licences.ts'),
  own('lock file', 'check-lock-file.ts'),
  own('container files', 'check-containers.ts'),
];

async function runStep({ name, script, args }: Step): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const ok = code === 0;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!ok) console.log(`${output}${errors}`);
  return ok;
}

const waiting = steps.values();
const results: boolean[] = [];

async function runSteps(): Promise<void> {
  for (const step of waiting) results.push(await runStep(step));
}

/* Two steps at a time, because each uses one processor. */
await Promise.all([runSteps(), runSteps()]);
/* The budgets apply to the production build. */
ensureBuild('production');
results.push(await runStep(own('size budgets', 'check-budgets.ts')));

const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} checks passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
