import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Each test starts several programs, which take minutes on a busy machine. */
const timeout = 900_000;

/** Folders that are linked and not copied, because they are large and stay unchanged. */
const linked = ['node_modules', 'models'];
const needless = ['.cache', '.git', 'dist', 'docs', 'public', 'test-results', 'data', ...linked];

let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lightwell-how-to-'));
  for (const name of readdirSync(root)) {
    if (!needless.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  for (const name of linked) symlinkSync(join(root, name), join(copy, name));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Returns the code blocks of a page, each with its language and the file name after the language.
 */
const blocksOf = (page: string) =>
  [
    ...readFileSync(join(root, 'docs/how-to', page), 'utf8').matchAll(
      /^```(ts|diff) (\S+)\n(.*?)^```$/gms,
    ),
  ].map(([, language = '', file = '', code = '']) => ({ language, file, code }));

/** Returns the removed lines (-) or the added lines (+) of a change. */
const sideOf = (change: string, sign: '-' | '+') =>
  change
    .split('\n')
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('');

function applyChange(file: string, change: string): void {
  const text = readFileSync(file, 'utf8');
  const before = sideOf(change, '-');
  if (text.split(before).length !== 2) {
    throw new Error(`Expected these lines once in ${file}:\n${before}Correct the page.`);
  }
  writeFileSync(
    file,
    text.replace(before, () => sideOf(change, '+')),
  );
}

/** Applies a page's instructions to the copy. Returns the changed TypeScript files. */
function follow(page: string): string[] {
  const blocks = blocksOf(page);
  for (const { language, file, code } of blocks) {
    const target = join(copy, file);
    if (language === 'diff') applyChange(target, code);
    else {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
  }
  return [...new Set(blocks.map(({ file }) => file))];
}

/** Milliseconds after which a program is killed. */
const limit = 300_000;

/**
 * Runs a program of the copy and returns its output. The output goes to a file, because with a pipe
 * the test would wait for processes that outlive the program.
 * @throws an error with the output
 */
function run(script: string, ...args: string[]): string {
  const { CI: _, NODE_OPTIONS: __, VITEST: ___, ...env } = process.env;
  const log = join(copy, 'output.log');
  const output = openSync(log, 'w');
  const { status, signal, error } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    env: { ...env, DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', output, output],
    timeout: limit,
    killSignal: 'SIGKILL',
  });
  closeSync(output);
  const said = readFileSync(log, 'utf8');
  if (status !== 0) {
    const end = signal ?? error?.message ?? `code ${status}`;
    throw new Error(`${script} ${args.join(' ')} ended with ${end}\n${said}`);
  }
  return said;
}

function compile(config: string, files: readonly string[]): void {
  const project = join(copy, `how-to.${config}`);
  writeFileSync(project, JSON.stringify({ extends: `./${config}`, files, include: [] }));
  run('node_modules/typescript/bin/tsc', '-p', project);
}

const vitest = (file: string) => run('node_modules/vitest/vitest.mjs', 'run', file);

/** The test of the function that the page docs/how-to/add-a-function.md adds. */
const functionTest = `
import { expect, it } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { createEngine } from '../engine/engine.ts';
import { preparedModels } from '../engine/testing/pictures.ts';
import { startTestServer } from './server.fixture.ts';
import { photo } from './visitor.fixture.ts';

it('makes a photo black and white', async () => {
  const engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
  const server = await startTestServer({ engine });
  const visitor = server.visitor();
  const setup = await visitor.call('GET', '/v1/entrance/setup');
  expect(JSON.stringify(setup.obj)).toContain('"code":"grayscale"');
  const fileKey = await visitor.upload(await photo());
  const { success, obj } = await visitor.start(fileKey, { code: 'grayscale' });
  expect(success).toBe('1');
  const { id } = obj as { id: string };
  await eventually(async () => {
    const record = await visitor.call('GET', \`/v1/ai-function-record/detail/\${id}\`);
    expect(record.obj).toMatchObject({ dealStatus: 2 });
  });
  await server.stop();
  await engine.close();
});
`;

it('describes a function that the real server offers and runs', { timeout }, () => {
  const files = follow('add-a-function.md');
  writeFileSync(join(copy, 'server/testing/grayscale.test.ts'), functionTest);
  compile('tsconfig.server.json', files);
  expect(vitest('server/testing/grayscale.test.ts')).toContain('1 passed');
});

it('a function without a required field prevents the start of the server', { timeout }, () => {
  const manifest = join(copy, 'server/engine/functions/enhance/manifest.ts');
  const whole = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, whole.replace(/^ {2}preview: .*\n/m, ''));
  expect(() => run('server/main.ts')).toThrow(
    'server/engine/functions/enhance/manifest.ts, function "enhance": preview: ',
  );
  writeFileSync(manifest, whole);
});

it('leads to a chart that compiles, is walked and keeps its promise (R80)', {
  timeout,
}, () => {
  const files = follow('add-a-chart.md');
  compile('tsconfig.json', [...files, 'src/app/build-constants.d.ts']);
  run('workshop/paths/paths.ts', '--accept', 'presence');
  expect(run('workshop/paths/paths.ts', '--run', 'presence')).not.toContain('open:');
  expect(vitest('machines/presence')).toContain('1 passed');
});

/** The test of a call after the change that the page docs/how-to/first-hour.md makes. */
const callTest = `
import { expect, it } from 'vitest';
import { startTestServer } from './server.fixture.ts';

it('reports the largest upload', async () => {
  const server = await startTestServer();
  const { obj } = await server.visitor().call('GET', '/v1/entrance/setup');
  expect(obj).toMatchObject({ maxUploadBytes: expect.any(Number) });
  await server.stop();
});
`;

it('describes a first hour whose changes compile and work', { timeout }, () => {
  const files = follow('first-hour.md');
  const sources = files.filter((file) => /^(machines|src)\/.*\.tsx?$/.test(file));
  compile('tsconfig.json', [...sources, 'src/app/build-constants.d.ts']);
  expect(vitest('machines/toast')).toContain('passed');
  expect(() => run('workshop/paths/paths.ts', '--changes', 'toast')).toThrow('toast.held → held');
  writeFileSync(join(copy, 'server/testing/largest-upload.test.ts'), callTest);
  expect(vitest('server/testing/largest-upload.test.ts')).toContain('1 passed');
});
