import { describe, expect, it } from 'vitest';
import { proofsOf, type RanTest, rowsOf, unprovenOf } from './requirement-proofs.ts';

const page = `| id | what | place | proof |
| --- | --- | --- | --- |
| R1 | Languages | \`a.ts\` | \`a.test.ts\` › takes %s <br> \`b.spec.ts\` › says "yes" |
| R2 | Later | later | not built |`;

const ran: RanTest[] = [
  { file: 'a.test.ts', title: 'takes en', status: 'passed' },
  { file: 'a.test.ts', title: 'takes de', status: 'passed' },
  { file: 'b.spec.ts', title: "says 'yes'", status: 'passed' },
];

const proofs = rowsOf(page).slice(0, 1).flatMap(proofsOf);
const changed = (number: number, change: Partial<RanTest>) =>
  ran.map((test, index) => (index === number ? { ...test, ...change } : test));

describe('the proofs of a requirement', () => {
  it('are read from its row', () => {
    expect(rowsOf(page).map(({ id }) => id)).toEqual(['R1', 'R2']);
    expect(proofs.map(({ path, title }) => [path, title])).toEqual([
      ['a.test.ts', 'takes %s'],
      ['b.spec.ts', 'says "yes"'],
    ]);
  });

  it('ran and passed', () => {
    expect(unprovenOf(proofs, ran)).toEqual([]);
  });

  it.each<[string, RanTest[], string[]]>([
    [
      'no test ran',
      [],
      ['“takes %s” of a.test.ts did not run', '“says "yes"” of b.spec.ts did not run'],
    ],
    ['one case failed', changed(1, { status: 'failed' }), ['“takes de” of a.test.ts failed']],
    [
      'a test was skipped',
      changed(2, { status: 'skipped' }),
      ["“says 'yes'” of b.spec.ts skipped"],
    ],
    [
      'it ran in another file',
      changed(2, { file: 'c.spec.ts' }),
      ['“says "yes"” of b.spec.ts did not run'],
    ],
    [
      'it has another title',
      changed(2, { title: 'says yes, too' }),
      ['“says "yes"” of b.spec.ts did not run'],
    ],
  ])('are missed when %s', (_when, tests, sentences) => {
    const unproven = sentences.map((sentence) => `R1: ${sentence}`);
    expect(unprovenOf(proofs, tests)).toEqual(unproven);
  });

  it('are not missed when a run left them out', () => {
    expect(unprovenOf(proofs, changed(1, { status: 'left out' }))).toEqual([]);
  });

  it('are missed when one case failed and another was left out', () => {
    const cases = changed(0, { status: 'failed' }).map(
      (test, index): RanTest => (index === 1 ? { ...test, status: 'left out' } : test),
    );
    expect(unprovenOf(proofs, cases)).toEqual(['R1: “takes en” of a.test.ts failed']);
  });
});
