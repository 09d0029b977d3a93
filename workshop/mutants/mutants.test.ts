import { expect, test } from 'vitest';
import { root } from '../../tools/build/prepare.ts';
import { chartChanges } from './chart-configs.ts';
import { componentChanges } from './components.ts';
import { expressionChanges } from './expressions.ts';
import { loadersOf, mutantsIn, type Operator } from './groups.ts';
import { applied, type Mutant } from './mutant.ts';
import { sample, testsFor } from './plan.ts';
import { placeAround, placeOf, reachedName, withReach } from './reach.ts';
import { parse } from './source-tree.ts';

const textsOf = (text: string, operator: Operator): string[] =>
  mutantsIn('a.tsx', text, [operator]).map((mutant) => applied(text, mutant));

test('conditions, operators, literals and calls are changed one at a time', () => {
  expect(textsOf('if (a > 3) run();', expressionChanges)).toEqual([
    'if (!(a > 3)) run();',
    'if (a <= 3) run();',
    'if (a > (3 + 1)) run();',
    'if (a > 3) ;',
  ]);
  expect(textsOf('const b = !c ?? true;', expressionChanges)).toEqual([
    'const b = (true);',
    'const b = (c) ?? true;',
    'const b = !c ?? false;',
  ]);
});

test('heads of loops, types, meta of a state and class names are not changed', () => {
  expect(textsOf('while (a < b) {}', expressionChanges)).toEqual([]);
  expect(textsOf('type A = { b: true };', expressionChanges)).toEqual([]);
  expect(textsOf('const a = { meta: { isEnd: true } };', expressionChanges)).toEqual([]);
  expect(textsOf("<b className={c ? 'd' : 'e'} />", expressionChanges)).toEqual([]);
});

test('a chart loses handlers, guards and actions, and gets another target state', () => {
  const chart = `createMachine({
  initial: 'a',
  states: { a: { on: { go: { target: 'b', guard: 'may', actions: ['x', 'y'] } } }, b: {} },
})`;
  const changed = textsOf(
    chart,
    chartChanges(() => []),
  ).map((text) => text.split('\n').slice(1, 3).join(' '));
  const with_ = (handler: string, initial = 'a') =>
    `  initial: '${initial}',   states: { a: { on: { ${handler} } }, b: {} },`;
  expect(changed).toEqual([
    with_(`go: { target: 'b', guard: 'may', actions: ['x', 'y'] }`, 'b'),
    with_('...{}'),
    with_(`go: { ...{}, guard: 'may', actions: ['x', 'y'] }`),
    with_(`go: { target: 'a', guard: 'may', actions: ['x', 'y'] }`),
    with_(`go: { target: 'b', ...{}, actions: ['x', 'y'] }`),
    with_(`go: { target: 'b', guard: 'may', ...{} }`),
    with_(`go: { target: 'b', guard: 'may', actions: [...[], 'y'] }`),
    with_(`go: { target: 'b', guard: 'may', actions: ['x', ...[]] }`),
  ]);
});

test('in a chart that is split over files, states of the other files are targets too', () => {
  const part = parse('b.ts', `setup.createStateConfig({ states: { from, to, other } })`).tree;
  const targetsIn = (text: string) =>
    mutantsIn('a.ts', text, [chartChanges(() => [part])])
      .map((mutant) => mutant.text)
      .filter((changed) => changed.startsWith("'"));
  expect(targetsIn(`const from = { on: { go: { target: 'to' } } };`)).toEqual(["'from'"]);
  const own = `const c = { initial: 'to', states: { to: {}, own: { on: { a: { target: 'to' } } } } };`;
  expect(targetsIn(own)).toEqual(["'own'", "'own'"]);
});

test('numbers of a component are changed, the size of a picture is not', () => {
  expect(textsOf('<img width={4} height={4} />', expressionChanges)).toEqual([]);
  expect(textsOf('<Icon size={4} />', expressionChanges)).toEqual([]);
  expect(textsOf('<input maxLength={4} />', expressionChanges)).toEqual([
    '<input maxLength={(4 + 1)} />',
  ]);
});

test('a component loses handlers, swaps properties and shows another message', () => {
  const operator = componentChanges(['dialog.cancel', 'dialog.delete', 'page.title']);
  const component = `<Pair before={a} after={b} onYes={c} text={t('dialog.cancel')} />`;
  const changed = textsOf(component, operator);
  expect(changed).toContain(`<Pair before={b} after={a} onYes={c} text={t('dialog.cancel')} />`);
  expect(changed).toContain(`<Pair before={a} after={b}  text={t('dialog.cancel')} />`);
  expect(changed).toContain(`<Pair before={a} after={b} onYes={c} text={t('dialog.delete')} />`);
  expect(textsOf('<div className={c} style={s} />', operator)).toEqual([]);
});

test('functions record their calls, and top-level code records the import of its file', () => {
  const text = 'const add = (a) => (b) => a + b; function run() { return add(1)(2); }';
  const reached = new Set<string>();
  Object.assign(globalThis, { [reachedName]: reached });
  const { run } = new Function(`${withReach('a.ts', text)}; return { run };`)() as {
    run: () => number;
  };
  expect([...reached]).toEqual([placeOf('a.ts')]);
  expect(run()).toBe(3);
  expect(reached).toContain(placeAround('a.ts', text, text.indexOf('a + b')));
  expect(reached).toContain(placeAround('a.ts', text, text.indexOf('return')));
  expect(placeAround('a.ts', text, 0)).toBe(placeOf('a.ts'));
  expect(reached.size).toBe(4);
});

const mutantOf = (file: string): Mutant => ({
  file,
  start: 0,
  end: 0,
  text: '',
  line: 1,
  says: '',
});
const reach = (
  test: string,
  ms: number,
  outside: string[],
  tests: Record<string, string> = {},
) => ({
  test,
  ms,
  places: new Set(outside),
  tests: Object.entries(tests).map(([name, place]) => ({ name, ms: 1, places: new Set([place]) })),
});

test('the nearest test file runs first, and one that does not reach the place never runs', () => {
  const reaches = [
    reach('src/app/screens.test.tsx', 1, ['here']),
    reach('src/ui/slow.test.tsx', 50, ['here']),
    reach('src/ui/button.test.tsx', 2, ['here']),
    reach('src/ui/other.test.tsx', 1, ['elsewhere']),
  ];
  expect(testsFor(mutantOf('src/ui/button.tsx'), 'here', reaches)).toEqual([
    [{ test: 'src/ui/button.test.tsx', ms: 2 }],
    [
      { test: 'src/ui/slow.test.tsx', ms: 50 },
      { test: 'src/app/screens.test.tsx', ms: 1 },
    ],
  ]);
});

test('within a file, the tests that reach the place run first', () => {
  const tests = {
    'pages > home': 'here',
    'pages > records': 'elsewhere',
    'pages > result': 'here',
  };
  const reaches = [reach('src/app/pages.test.ts', 50, ['import'], tests)];
  expect(testsFor(mutantOf('src/ui/button.tsx'), 'here', reaches)).toEqual([
    [{ test: 'src/app/pages.test.ts', names: ['pages > home', 'pages > result'], ms: 2 }],
    [{ test: 'src/app/pages.test.ts', ms: 2 }],
  ]);
});

test('tests of all charts that name the chart of the mutant run before the others', () => {
  const tests = { 'the debugConsole chart > is kept': 'x', 'the overlay chart > is kept': 'x' };
  const reaches = [
    reach('workshop/paths/charts.test.ts', 900, ['chart'], tests),
    reach('machines/debug-console/console.test.ts', 5, ['chart']),
    reach('src/app/app.test.tsx', 9, ['chart']),
  ];
  const mutant = mutantOf('machines/debug-console/debug-console.machine.ts');
  expect(testsFor(mutant, 'chart', reaches).slice(0, 2)).toEqual([
    [{ test: 'machines/debug-console/console.test.ts', ms: 5 }],
    [{ test: 'workshop/paths/charts.test.ts', names: ['the debugConsole chart > is kept'], ms: 1 }],
  ]);
});

test('the quickest kept screens run before far tests, also for a place that is reached by an import', () => {
  const at = 'src/ui/button.tsx:9';
  const screens = { 'screens of studio': at, 'screens of toast': at, 'screens of session': 'x' };
  const kept = reach(
    'workshop/gallery/screens/screens.test.tsx',
    900,
    ['src/ui/button.tsx'],
    screens,
  );
  const [studio, toast] = kept.tests;
  Object.assign(studio ?? {}, { ms: 8 });
  Object.assign(toast ?? {}, { ms: 3 });
  const reaches = [reach('src/app/app.test.tsx', 9, ['src/ui/button.tsx', at]), kept];
  const names = ['screens of studio', 'screens of toast'];
  for (const place of [at, 'src/ui/button.tsx']) {
    expect(testsFor(mutantOf('src/ui/button.tsx'), place, reaches).slice(0, 2)).toEqual([
      [{ test: 'src/app/app.test.tsx', ms: 9 }],
      [{ test: 'workshop/gallery/screens/screens.test.tsx', names, ms: 11 }],
    ]);
  }
});

test('a sample has the requested size and the order of the whole', () => {
  const numbers = [0.5, 0.1, 0.9, 0.2];
  let nth = 0;
  expect(sample(['a', 'b', 'c', 'd'], 2, () => numbers[nth++] ?? 0)).toEqual(['b', 'd']);
  expect(sample(['a', 'b'], 5, () => 0)).toEqual(['a', 'b']);
});

test('a part of a chart loads if the files of its group that import it do', () => {
  expect(loadersOf(root, 'machines/studio/studio.choosing.ts')).toEqual(
    expect.arrayContaining([
      'machines/studio/studio.choosing.ts',
      'machines/studio/studio.machine.ts',
    ]),
  );
  expect(loadersOf(root, 'server/tasks/none.ts')).toEqual(['server/tasks/none.ts']);
});
