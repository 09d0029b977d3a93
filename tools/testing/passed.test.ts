import { describe, expect, it } from 'vitest';
import { passedAfter, provedOf, type Run, readPassed, sealed } from './passed.ts';
import type { Answer } from './vitest-answers.ts';

const screens = 'tools/gallery/screens/screens.test.tsx';
const prints = { engine: 'e1', explored: { 'chart toast': 't1', [screens]: 's1' } };
const asText = (passed: object): string => JSON.stringify(passed);

describe('what is kept', () => {
  it('is read again when its seal fits, in any order', () => {
    const explored = { [screens]: 's1', 'chart toast': 't1' };
    expect(readPassed(asText(sealed({ ...prints, explored })))).toEqual(prints);
  });

  it.each([
    ['a print was written by hand', asText({ ...sealed(prints), engine: 'e2' })],
    ['a chart was added by hand', asText({ ...sealed(prints), explored: { 'chart tray': 'x' } })],
    ['nothing is kept', ''],
    ['it has another shape', '{}'],
    ['it is no object', 'null'],
  ])('is nothing when %s', (_when, text) => {
    expect(readPassed(text)).toEqual({ engine: '', explored: {} });
  });

  it('proves what has the same print now', () => {
    const now = {
      engine: 'e1',
      explored: { 'chart toast': 't1', 'chart tray': 'r1', [screens]: 's2' },
    };
    expect(provedOf(prints, now)).toEqual(['chart toast']);
  });
});

const toast = (answer: Answer['answer']): Answer => ({
  ...{ file: 'tools/paths/charts.test.ts', fullName: 'the toast chart keeps its laws' },
  ...{ tags: [], answer },
});
const screen = (answer: Answer['answer']): Answer => ({
  ...{ file: screens, fullName: 'screens of toast say what was accepted', tags: [], answer },
});
const engine = (answer: Answer['answer']): Answer => ({
  ...{ file: 'server/engine/a.test.ts', fullName: 'it works', tags: ['engine'], answer },
});

const whole: Run = {
  ...{ before: prints, now: prints, isOk: true, isWhole: true },
  answers: [toast('passed'), screen('passed'), engine('passed')],
};
const older = { engine: 'e0', explored: { 'chart toast': 't0', 'chart gone': 'x' } };

describe('after a run', () => {
  it('everything that a whole run took has passed', () => {
    expect(passedAfter(older, whole)).toEqual(prints);
  });

  it('what the default run explored has passed; of the engine, what the last whole run proved', () => {
    const run = { ...whole, isWhole: false };
    expect(passedAfter(older, run)).toEqual({ ...prints, engine: 'e0' });
  });

  it('what was left out stays as it was', () => {
    const answers = [toast('left out'), screen('passed'), engine('left out')];
    const run = { ...whole, isWhole: false, answers };
    expect(passedAfter({ ...prints, explored: { 'chart toast': 't1' } }, run)).toEqual(prints);
  });

  it('what was left out but is kept with another print has not passed', () => {
    const answers = [toast('left out'), screen('passed')];
    const run = { ...whole, isWhole: false, answers };
    expect(passedAfter(older, run).explored).toEqual({ [screens]: 's1' });
  });

  it.each(['failed', 'skipped', 'repeated'] as const)(
    'an exploration with a test that %s has not passed, whatever was kept',
    (answer) => {
      const answers = [toast('passed'), toast(answer), screen('passed')];
      expect(passedAfter(prints, { ...whole, answers }).explored).toEqual({ [screens]: 's1' });
    },
  );

  it('a run with an error outside of its tests proves nothing new, and takes nothing away', () => {
    expect(passedAfter(older, { ...whole, isOk: false })).toEqual({ engine: 'e0', explored: {} });
    expect(passedAfter(prints, { ...whole, isOk: false })).toEqual(prints);
  });

  it('an exploration without a test has not passed', () => {
    const other = { ...toast('passed'), fullName: 'the toasts chart keeps its laws' };
    expect(passedAfter(prints, { ...whole, answers: [other] }).explored).toEqual({});
  });

  it.each(['failed', 'skipped'] as const)(
    'the engine has not passed when one of its tests %s, whatever was kept',
    (answer) => {
      const run = { ...whole, answers: [engine('passed'), engine(answer)] };
      expect(passedAfter(prints, run).engine).toBe('');
    },
  );

  it('what was edited during the run is not proved by it', () => {
    const now = { engine: 'e2', explored: { 'chart toast': 't2', [screens]: 's1' } };
    expect(passedAfter(older, { ...whole, now })).toEqual({
      engine: 'e0',
      explored: { [screens]: 's1' },
    });
  });
});
