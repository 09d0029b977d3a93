import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';
import type { Verdict } from './hunt.ts';
import type { Kind } from './judge.ts';
import { openProgress } from './progress.ts';

const verdict = (kind: Kind, line: number): Verdict => {
  const mutant = { file: 'a.ts', start: line, end: line, text: 'x', line, says: 'x for y' };
  return { mutant, kind, by: kind === 'survived' ? null : 'a > b' };
};

test('the share leaves out mutants that do not load; the other kinds are counted separately', () => {
  const all = (['assertion', 'timeout', 'unhandled', 'survived', 'notLoading'] as const).map(
    verdict,
  );
  expect(figuresOf('domain', all)).toEqual({
    domainKilledPercent: 75,
    domainMutants: 5,
    domainKilledByAssertion: 1,
    domainKilledByTimeout: 1,
    domainKilledByUnhandledError: 1,
    domainNotLoading: 1,
    domainSurvived: 1,
    domainUnreached: 0,
    domainUnclear: 0,
  });
  expect(figuresOf('domain', [verdict('unclear', 1), verdict('assertion', 2)])).toMatchObject({
    domainKilledPercent: 50,
  });
});

const path = join(mkdtempSync(join(tmpdir(), 'lightwell-progress-')), 'below', 'mutants.json');
const sample = { group: 'domain', seed: 1, fingerprint: 'f', mutants: 2 } as const;

test('each verdict is written at once, and a resumed run starts with the written verdicts', () => {
  const first = openProgress(path, sample, false);
  first.add(verdict('survived', 7));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    figures: { domainSurvived: 1 },
    left: ['survived   a.ts:7 x for y'],
  });
  const resumed = openProgress(path, sample, true);
  expect(resumed.verdicts).toHaveLength(1);
  expect(resumed.isJudged(verdict('survived', 7).mutant)).toBe(true);
  expect(resumed.isJudged(verdict('survived', 8).mutant)).toBe(false);
});

test('verdicts on other sources or another sample are ignored', () => {
  openProgress(path, sample, false).add(verdict('survived', 7));
  expect(openProgress(path, { ...sample, fingerprint: 'g' }, true).verdicts).toEqual([]);
});
