import { expect, it } from 'vitest';
import { takeOne } from './photo.ts';

const fileOf = (name: string, type: string) => ({ name, size: 1, type });
const cat = fileOf('cat.jpg', 'image/jpeg');
const dog = fileOf('dog.png', 'image/png');
const letter = fileOf('letter.pdf', 'application/pdf');

it('takes the first picture of several files and counts the others', () => {
  expect(takeOne([letter, cat, dog], 'a')).toEqual({
    source: { kind: 'file', file: cat, id: 'a' },
    leftOut: 2,
  });
});

it('takes the first file when none claims to be a picture', () => {
  expect(takeOne([letter], 'a')).toEqual({
    source: { kind: 'file', file: letter, id: 'a' },
    leftOut: 0,
  });
});

it('takes nothing from an empty list', () => {
  expect(takeOne([], 'a')).toBeNull();
});
