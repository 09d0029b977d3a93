import { describe, expect, it } from 'vitest';
import { defaultOptions, isOptionValue, wrongOption } from './function-options.ts';
import type { FunctionOption } from './functions.ts';
import { countParts, isAboutPhoto } from './photo-option.ts';

const names = null;
const strength: FunctionOption = {
  kind: 'number',
  name: 'strength',
  unit: 'percent',
  names,
  min: 0.1,
  max: 1,
  step: 0.1,
  default: 0.5,
};
const look: FunctionOption = {
  kind: 'choice',
  name: 'look',
  default: 'soft',
  names,
  choices: [
    { value: 'soft', names },
    { value: 'hard', names },
  ],
};
const grain: FunctionOption = { kind: 'switch', name: 'grain', default: false, names };
const open: FunctionOption = {
  kind: 'regions',
  name: 'open',
  shows: ['face'],
  max: 2,
  default: '',
  names,
};
const brush: FunctionOption = {
  kind: 'strokes',
  name: 'brush',
  max: 3,
  required: false,
  default: '',
  names,
};
const ground: FunctionOption = { ...look, name: 'ground', own: ['colour'] };
const offered = { options: [strength, look, grain] };

describe('options of a function', () => {
  it('start with their defaults', () => {
    expect(defaultOptions(offered)).toEqual({ strength: 0.5, look: 'soft', grain: false });
  });

  it.each([
    [strength, [0.1, 0.3, 0.7, 1], [0, 0.15, 1.1, Number.NaN, '0.5', true, null, undefined]],
    [look, ['soft', 'hard'], ['', 'SOFT', 'toString', '#09afc0', 0, true, undefined]],
    [
      ground,
      ['soft', '#09afc0'],
      ['#09AFC0', '#09afc', '#09afc00', '09afc0', '#09afcg', 'red', 0x09afc0],
    ],
    [grain, [true, false], [0, 1, 'true', null]],
    [
      open,
      ['', '1,2,3,4', '1,2,3,4 5,6,7,8'],
      ['1,2,3', '1,2,3,4 1,2,3,4 1,2,3,4', 0, false, null, undefined],
    ],
    [
      brush,
      ['', '+150:1,2', '+150:1,2,3,4 -20:5,6'],
      ['150:1,2', '+150:1,2,3,4 -20:5,6,7,8', 0, false, null, undefined],
    ],
  ])('accept only the values that they allow: %o', (option, allowed, refused) => {
    expect(allowed.filter((value) => !isOptionValue(option, value))).toEqual([]);
    expect(refused.filter((value) => isOptionValue(option, value))).toEqual([]);
  });

  it('are about one photo if they name places in it', () => {
    const all = [strength, look, grain, open, brush];
    expect(all.filter(isAboutPhoto)).toEqual([open, brush]);
    expect(['', '+150:1,2', '+150:1,2,3,4 -20:5,6'].map(countParts)).toEqual([0, 1, 2]);
  });

  it('name the one that is wrong', () => {
    expect(wrongOption(offered, {})).toBeNull();
    expect(wrongOption(offered, { strength: 0.2, grain: true })).toBeNull();
    expect(wrongOption(offered, { strength: 0.2, look: 'none' })).toBe('look');
    expect(wrongOption(offered, { constructor: 1 })).toBe('constructor');
  });
});
