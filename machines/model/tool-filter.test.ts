import { expect, it } from 'vitest';
import { isOtherTool, toolIn, toolPath } from './tool-filter.ts';

it.each([
  ['/record?tool=cut-out', 'cut-out'],
  ['/de/record?x=1&tool=cut-out#end', 'cut-out'],
  ['/record', null],
  ['/record?tool=', null],
  ['/record?tool=Cut%20out', null],
  ['/record?atool=cut-out', null],
  ['/record#?tool=cut-out', null],
])('finds the tool in %s', (path, tool) => {
  expect(toolIn(path)).toBe(tool);
});

it('returns an address that names the tool', () => {
  expect([null, 'cut-out'].map((tool) => toolIn(toolPath(tool)))).toEqual([null, 'cut-out']);
});

it('compares tools only on the page of records', () => {
  expect(isOtherTool('cut-out', '/de/record')).toBe(true);
  expect(isOtherTool('cut-out', '/de/record?tool=cut-out')).toBe(false);
  expect(isOtherTool('cut-out', '/de/result/r1')).toBe(false);
});
