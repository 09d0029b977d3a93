import { describe, expect, it } from 'vitest';
import {
  problemsOf,
  readTitles,
  requirementsPage,
  type Title,
  titlesIn,
} from './requirements-page.ts';

const titles = readTitles();
const group = 'describe';
const found = (source: string) => titlesIn('a.test.ts', source);
const added = (title: Partial<Title>): Title[] => [
  ...titles,
  { file: 'a.test.ts', text: '', isGroup: false, ...title },
];

describe('titles in a test file', () => {
  it('are those of tests and groups, including tables, and no other text', () => {
    const source = `${group}('a group', () => {
      it('one', run);
      it.each<string>([['(R1)']])('two %s', run);
      test.each([1])(\`three \${name}\`, run);
      expect(it).toBe('four');
    });
    test.describe('another group', () => {});`;
    expect(found(source).map(({ text, isGroup }) => [text, isGroup])).toEqual([
      ['a group', true],
      ['one', false],
      ['two %s', false],
      [`three \${name}`, false],
      ['another group', true],
    ]);
  });
});

describe('the check of requirements', () => {
  it('finds no problem in the current titles', () => {
    expect(problemsOf(titles)).toEqual([]);
  });

  it('reports a requirement without a test', () => {
    const others = titles.filter(({ text }) => !/\bR57\b/.test(text));
    expect(problemsOf(others)).toEqual(['R57: no test names it at the end of its title']);
  });

  it('reports an unknown id', () => {
    expect(problemsOf(added({ text: 'goes on (R1, R64)' }))).toEqual([
      'a.test.ts: tools/checks/requirements.ts has no R64: “goes on (R1, R64)”',
    ]);
  });

  it.each([
    { text: 'goes on (R1), always' },
    { text: 'R1: goes on' },
    { text: 'a group (R1)', isGroup: true },
  ])('reports an id that is not at the end of a test’s title: $text', (title) => {
    expect(problemsOf(added(title))).toEqual([
      `a.test.ts: ids belong at the end of the title of a test: “${title.text}”`,
    ]);
  });
});

it('names at most six tests per requirement, journeys first', () => {
  const lines = requirementsPage(titles).split('\n');
  const first = lines.findIndex((line) => line.startsWith('- **R71**'));
  const rows = lines.slice(first + 1, first + 8);
  expect(rows[0]).toMatch(/^ {2}- `tests\/browser\//);
  expect(rows[5]).toMatch(/^ {2}- `/);
  expect(rows[6]).toBe('  - and more');
});
