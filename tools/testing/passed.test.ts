import { expect, it } from 'vitest';
import { passedAfter, readPassed, sealed } from './passed.ts';

const prints = { engine: 'e1', explored: { 'chart toast': 't1', screens: 's1' } };
const asText = (passed: object): string => JSON.stringify(passed);

it('what is kept with its seal is read again, in any order', () => {
  const explored = { screens: 's1', 'chart toast': 't1' };
  expect(readPassed(asText(sealed({ ...prints, explored })))).toEqual(prints);
});

it.each([
  ['a print was written by hand', asText({ ...sealed(prints), engine: 'e2' })],
  ['a chart was added by hand', asText({ ...sealed(prints), explored: { 'chart tray': 'x' } })],
  ['nothing is kept', ''],
  ['it has another shape', '{}'],
  ['it is no object', 'null'],
])('nothing has passed when %s', (_when, text) => {
  expect(readPassed(text)).toEqual({ engine: '', explored: {} });
});

const after = (now: typeof prints, isWhole: boolean) =>
  passedAfter({ engine: 'e0', explored: { 'chart gone': 'x' } }, { before: prints, now, isWhole });

it('a whole run keeps everything that is there', () => {
  expect(after(prints, true)).toEqual(prints);
});

it('the default run keeps what was explored, and of the engine what the last whole run proved', () => {
  expect(after(prints, false)).toEqual({ ...prints, engine: 'e0' });
});

it('what was edited during a run is not proved by it', () => {
  const edited = { engine: 'e2', explored: { 'chart toast': 't2', screens: 's1' } };
  expect(after(edited, true)).toEqual({ engine: 'e0', explored: { screens: 's1' } });
});
