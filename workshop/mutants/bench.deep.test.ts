import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../tools/build/prepare.ts';
import { openBench } from './bench.ts';
import { judge } from './judge.ts';
import type { Mutant } from './mutant.ts';

const folder = mkdtempSync(join(tmpdir(), 'lightwell-bench-'));
const mark = join(folder, 'died');
afterEach(() => rmSync(mark, { force: true }));

const childThat = (name: string, answers: string): string => {
  const path = join(folder, `${name}.mjs`);
  const head = `import { existsSync, writeFileSync } from 'node:fs';\nconst mark = ${JSON.stringify(mark)};`;
  writeFileSync(
    path,
    `${head}\nprocess.on('message', (order) => { ${answers} });\nprocess.send('ready');\n`,
  );
  return path;
};

const mutant: Mutant = { file: 'a.ts', start: 0, end: 1, text: 'b', line: 1, says: 'b' };
const groups = [[{ test: 'a.test.ts', ms: 5 }]];

test('a process that died is restarted, and the mutant is judged again', async () => {
  const once =
    "if (existsSync(mark)) process.send(null); else { writeFileSync(mark, ''); process.exit(1); }";
  const bench = openBench(root, childThat('dies-once', once));
  expect(await judge(bench, mutant, groups)).toEqual({ kind: 'survived', by: null });
  expect(existsSync(mark)).toBe(true);
  bench.renew();
});

test('a process that dies of the mutant every time counts as an unhandled error', async () => {
  const dies = 'if (order.mutant) process.exit(1); else process.send(null);';
  const bench = openBench(root, childThat('dies', dies));
  expect(await judge(bench, mutant, groups)).toMatchObject({ kind: 'unhandled' });
  bench.renew();
});

test('a process in an endless loop is killed at the time limit', async () => {
  const bench = openBench(
    root,
    childThat('loops', 'if (order.mutant) for (;;) {} else process.send(null);'),
  );
  expect(await bench.run(mutant, groups[0] ?? [], 300)).toMatchObject({ kind: 'timeout' });
  expect(await bench.run(null, groups[0] ?? [], 60_000)).toBe(null);
  bench.renew();
});

const chart = 'machines/toast/toast.machine.ts';

test('real tests distinguish failed assertions, modules that do not load, unhandled errors and success', async () => {
  const bench = openBench(root);
  const broken = (text: string): Mutant => ({ ...mutant, file: chart, start: 0, end: 0, text });
  const toast = [{ test: 'machines/toast/spec/toast.machine.test.ts' }];
  expect(await bench.run(null, toast, 60_000)).toBe(null);
  const failure = await bench.run(broken("throw new Error('x');"), toast, 60_000);
  expect(failure).toMatchObject({ kind: 'load' });
  expect(await bench.loads(chart, broken("throw new Error('x');"))).toBe(false);
  expect(await bench.loads(chart, null)).toBe(true);
  const start = readFileSync(join(root, chart), 'utf8').indexOf('3000');
  const late = { ...broken('3001'), start, end: start + 4 };
  expect(await bench.run(late, toast, 60_000)).toMatchObject({ kind: 'assertion' });
  expect(await bench.loads(chart, late)).toBe(true);
  const unhandled = broken("queueMicrotask(() => { throw new Error('beside'); });");
  expect(await bench.run(unhandled, toast, 60_000)).toMatchObject({ kind: 'unhandled' });
  expect(await bench.run(null, toast, 60_000)).toBe(null);
  bench.renew();
});
