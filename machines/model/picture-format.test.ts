import { describe, expect, it } from 'vitest';
import { finishedRecord } from '../testing/samples.ts';
import { encodedFormatsOf, kindOf } from './picture-format.ts';

it.each([
  ['an ordinary size', { width: 4000, height: 3000 }, ['jpg', 'png', 'webp']],
  ['a long strip', { width: 20_000, height: 100 }, ['jpg', 'png']],
  ['more pixels than a canvas takes', { width: 10_000, height: 8_000 }, []],
])('a device offers for %s only formats that can hold it (R87)', (_, size, formats) => {
  expect(encodedFormatsOf(size)).toEqual(formats);
});

describe('the format of the photo', () => {
  it.each([
    ['IMG_2041.JPG', undefined, 'jpg'],
    ['cat.jpeg', undefined, 'jpg'],
    ['IMG_2041.heic', undefined, 'jpg'],
    ['cat.webp', undefined, 'webp'],
    ['cat.png', undefined, 'png'],
    ['cat.tiff', undefined, null],
    [null, '/files/uploads/1.jpg?signature=a.b', 'jpg'],
    [null, '/files/1.bin?x=1', null],
  ])('of %s, stored at %s, is %s (R87)', (name, url = '/files/1.bin', format) => {
    const record = { ...finishedRecord, name, original: { url, width: 4, height: 3 } };
    expect(kindOf(record)).toBe(format);
  });
});
