import { describe, expect, it } from 'vitest';
import { finishedRecord } from '../testing/samples.ts';
import { saveFormatsOf, suggestedFormat } from './picture-format.ts';
import type { TaskRecord } from './task-record.ts';

const ways = { encodesWebp: true, shares: true, copies: true };
const result = finishedRecord.result as NonNullable<TaskRecord['result']>;

describe('formats to save a result in', () => {
  it.each([
    ['a PNG', {}, ['delivered', 'jpg', 'webp']],
    ['a JPEG', { mime: 'image/jpeg' }, ['delivered', 'jpg', 'png', 'webp']],
    ['a long strip', { width: 20_000, height: 100 }, ['delivered', 'jpg']],
    ['more pixels than a canvas takes', { width: 10_000, height: 8_000 }, ['delivered']],
  ])('are those that a browser can make of %s (R87)', (_, changes, formats) => {
    expect(saveFormatsOf({ ...result, ...changes }, ways)).toEqual(formats);
  });

  it.each([null, { ...ways, encodesWebp: false }])('have no WebP if it is %j', (known) => {
    expect(saveFormatsOf(result, known)).toEqual(['delivered', 'jpg']);
  });
});

describe('the suggested format', () => {
  const record = (name: string | null, url = '/files/1.bin?x=1', mime = 'image/png') => ({
    ...finishedRecord,
    name,
    original: { url, width: 4, height: 3 },
    result: { ...result, mime },
  });
  const suggested = (of: TaskRecord, isTransparent = false) =>
    suggestedFormat(of, ['delivered', 'jpg', 'webp'], isTransparent);

  it.each([
    ['IMG_2041.JPG', undefined, 'jpg'],
    ['cat.jpeg', undefined, 'jpg'],
    ['IMG_2041.heic', undefined, 'jpg'],
    ['cat.webp', undefined, 'webp'],
    ['cat.png', undefined, 'delivered'],
    ['cat.tiff', undefined, 'delivered'],
    [null, '/files/uploads/1.jpg?signature=a.b', 'jpg'],
    [null, undefined, 'delivered'],
  ])('of %s, stored at %s, is %s (R87)', (name, url, format) => {
    expect(suggested(record(name, url))).toBe(format);
  });

  it('is not the same format once more, which would only lose quality', () => {
    expect(suggested(record('cat.jpg', undefined, 'image/jpeg'))).toBe('delivered');
  });

  it('is not JPEG if the result has transparent parts', () => {
    expect(suggested(record('cat.jpg'), true)).toBe('delivered');
  });
});
