import { expect, it } from 'vitest';
import { distinctNames } from './distinct-names.ts';

it('gives every file of a ZIP its own name (R85)', () => {
  expect(distinctNames(['a.png', 'b.png', 'a.png', 'A.png', 'a (2).png', 'a', 'a'])).toEqual([
    'a.png',
    'b.png',
    'a (2).png',
    'A (3).png',
    'a (2) (2).png',
    'a',
    'a (2)',
  ]);
});
