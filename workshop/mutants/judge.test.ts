import { expect, test } from 'vitest';
import type { Failure, FailureKind } from './failure.ts';
import { type Bench, judge, Passes } from './judge.ts';
import type { Mutant } from './mutant.ts';

const mutant: Mutant = { file: 'a.ts', start: 0, end: 1, text: 'b', line: 1, says: 'b' };
const groups = [[{ test: 'a.test.ts', ms: 5 }], [{ test: 'c.test.ts', ms: 5 }]];

const failing = (kind: FailureKind, more: Partial<Failure> = {}): Failure => ({
  kind,
  test: 'a > b',
  file: 'a.test.ts',
  names: ['a > b'],
  ms: 1,
  ...more,
});

type Answer = Failure | null;

/** A bench that returns these answers in turn and records its calls. */
const benchWith = (answers: Answer[], doesLoad = (_: Mutant | null) => true) => {
  const asked: string[] = [];
  const named: (readonly string[] | undefined)[] = [];
  const bench: Bench = {
    async run(given, [first], limitMs) {
      asked.push(`${given ? 'mutant' : 'without'} ${first?.test} ${limitMs}`);
      named.push(first?.names);
      return answers.shift() ?? null;
    },
    async loads(_, given) {
      asked.push(`${given ? 'mutant' : 'without'} loads`);
      return doesLoad(given);
    },
    renew: () => void asked.push('renew'),
  };
  return { bench, asked, named };
};

test('a failed assertion kills if it passes without the mutant', async () => {
  const { bench, asked } = benchWith([failing('assertion'), null]);
  expect(await judge(bench, mutant, groups)).toEqual({ kind: 'assertion', by: 'a > b' });
  expect(asked).toEqual(['mutant a.test.ts 180000', 'without a.test.ts 180000']);
});

test.each([
  ['alone as well', failing('assertion'), { kind: 'assertion', by: 'a > b' }],
  ['only after another file', null, { kind: 'survived', by: null }],
])('a failure after another file kills if it fails %s', async (_, alone, outcome) => {
  const { bench } = benchWith([failing('assertion'), null, alone]);
  const together = [
    [
      { test: 'c.test.ts', ms: 5 },
      { test: 'a.test.ts', ms: 5 },
    ],
  ];
  expect(await judge(bench, mutant, together)).toEqual(outcome);
});

test('a mutant that no test detects survives, and a mutant that no test reaches is unreached', async () => {
  const { bench, asked } = benchWith([]);
  expect(await judge(bench, mutant, groups)).toEqual({ kind: 'survived', by: null });
  expect(asked).toHaveLength(2);
  expect(await judge(bench, mutant, [])).toEqual({ kind: 'unreached', by: null });
});

const limit = failing('timeout', { test: 'the time limit', file: null, names: undefined });
const died = failing('unhandled', { test: 'died', file: null, names: undefined });

test.each([
  ['a time-out', failing('timeout')],
  ['an unhandled error', failing('unhandled')],
  ['a reached time limit', limit],
  ['a dead process', died],
  ['an assertion that may have waited in vain', failing('assertion', { ms: 50_100 })],
])('%s kills if it happens twice, and not without the mutant', async (_, failure) => {
  const { kind, test: by } = failure;
  expect(await judge(benchWith([failure, null, failure]).bench, mutant, groups)).toEqual({
    kind,
    by,
  });
});

test.each([
  ['also without the mutant', [limit, limit]],
  ['only once', [limit, null, null]],
])('a time-out %s does not kill: the mutant is judged again with more time', async (_, answers) => {
  const { bench, asked } = benchWith(answers);
  expect(await judge(bench, mutant, groups)).toEqual({ kind: 'survived', by: null });
  expect(asked).toContain('renew');
  expect(asked.slice(-2)).toEqual(['mutant a.test.ts 360000', 'mutant c.test.ts 360000']);
});

test('a mutant is unclear if its tests always fail without it', async () => {
  const failure = failing('assertion');
  const { bench } = benchWith([failure, failure, failure, failure, failure, failure]);
  expect(await judge(bench, mutant, groups)).toEqual({ kind: 'unclear', by: null });
});

test('a module that does not load because of the mutant is not a kill', async () => {
  const load = failing('load', { names: undefined });
  const { bench } = benchWith([load, null], (given) => given === null);
  expect(await judge(bench, mutant, groups)).toMatchObject({ kind: 'notLoading' });
});

test('a test file that fails while its tests are collected kills a mutant that loads', async () => {
  const load = failing('load', { names: undefined });
  const { bench } = benchWith([load, null, load]);
  expect(await judge(bench, mutant, groups)).toMatchObject({ kind: 'assertion' });
});

test.each([
  { names: ['a > a', 'a > b', 'a > c'], again: ['a > a', 'a > b'] },
  { names: undefined, again: undefined },
])('without the mutant, the tests before the failure run too: $names', async (given) => {
  const { bench, named } = benchWith([failing('assertion'), null]);
  const chosen = [[{ test: 'a.test.ts', ms: 5, ...(given.names && { names: given.names }) }]];
  await judge(bench, mutant, chosen);
  expect(named).toEqual([given.names, given.again]);
});

const ofNames = (...names: string[]) => [[{ test: 'a.test.ts', ms: 5, names }]];

test('tests that passed once without a mutant do not run again for the next one', async () => {
  const { bench, asked } = benchWith([failing('assertion'), null, failing('assertion')]);
  const passes = new Passes();
  await judge(bench, mutant, ofNames('a > a', 'a > b'), passes);
  expect(asked).toHaveLength(2);
  expect(await judge(bench, mutant, ofNames('a > a', 'a > b', 'a > c'), passes)).toEqual({
    kind: 'assertion',
    by: 'a > b',
  });
  expect(asked).toHaveLength(3);
});

test.each([
  ['a time-out', failing('timeout')],
  ['an unhandled error', failing('unhandled')],
  ['an assertion that may have waited in vain', failing('assertion', { ms: 50_100 })],
])('%s is checked without the mutant although it passed before', async (_, failure) => {
  const { bench } = benchWith(Array.from({ length: 6 }, () => failure));
  const passes = new Passes();
  passes.add([{ test: 'a.test.ts', names: ['a > a', 'a > b'] }]);
  expect(await judge(bench, mutant, ofNames('a > a', 'a > b'), passes)).toEqual({
    kind: 'unclear',
    by: null,
  });
});

test.each([
  ['others before it', 'a.test.ts', ['a > z', 'a > b']],
  ['none before it', 'a.test.ts', ['a > b']],
  ['another file', 'b.test.ts', ['a > a', 'a > b']],
])('a pass without a mutant does not count for a run with %s', (_, file, names) => {
  const passes = new Passes();
  passes.add([{ test: 'a.test.ts', names: ['a > a', 'a > b'] }]);
  expect(passes.has([{ test: file, names }])).toBe(false);
  expect(passes.has([{ test: 'a.test.ts', names: ['a > a', 'a > b'] }])).toBe(true);
});

test('a pass of a whole file does not count for some of its tests, nor the reverse', () => {
  const passes = new Passes();
  passes.add([{ test: 'a.test.ts' }]);
  expect(passes.has([{ test: 'a.test.ts', names: ['a > a'] }])).toBe(false);
  expect(passes.has([{ test: 'a.test.ts' }])).toBe(true);
});
