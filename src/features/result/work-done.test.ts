import { expect, it } from 'vitest';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { memoryRecord } from '../../adapters/memory/memory-samples.ts';
import { workDone } from './work-done.ts';

type Size = { width: number; height: number };

const url = '/files/picture.webp';
const result = memoryRecord.result as NonNullable<TaskRecord['result']>;

const recordOf = (code: string, from: Size, to: Size, changes: Partial<TaskRecord> = {}) => ({
  ...memoryRecord,
  code,
  original: { url, ...from },
  result: { ...result, ...to },
  ...changes,
});

const small = { width: 640, height: 427 };

it.each([
  ['twice', { width: 1280, height: 854 }, 2],
  ['four times', { width: 2560, height: 1708 }, 4],
  ['as much as the chosen longest side allows', { width: 1920, height: 1281 }, 3],
  ['one decimal', { width: 1000, height: 667 }, 1.6],
])('says how many times larger a photo is: %s (R44)', (_, to, factor) => {
  expect(workDone(recordOf('upscale-4x-fast', small, to))).toMatchObject({
    id: 'result.done.larger',
    factor,
  });
});

it('says of "Make it better" that the photo is larger, or else that it is repaired', () => {
  const twice = { width: 1280, height: 854 };
  expect(workDone(recordOf('better', small, twice))?.id).toBe('result.done.larger');
  expect(workDone(recordOf('better', small, small))?.id).toBe('result.done.better');
});

it('says nothing of growth if the shape has changed, or the original is deleted', () => {
  const square = { width: 1024, height: 1024 };
  for (const from of [small, { width: 512, height: 512 }]) {
    expect(workDone(recordOf('face-portrait', from, square))?.id).toBe('result.done.portrait');
  }
  const deleted = { original: null };
  expect(workDone(recordOf('upscale-2x-fast', small, square, deleted))).toBeNull();
});

it('says nothing of a function of an operator that keeps the size', () => {
  expect(workDone(recordOf('sepia', small, small))).toBeNull();
});

it('names the background of a photo that was cut out', () => {
  const options = { background: 'blurred' };
  const done = workDone(recordOf('cut-out', small, small, { options }));
  expect(done).toMatchObject({ id: 'result.done.cutOut', background: 'blurred' });
});

it.each([
  ['all faces, if none was left visible', { open: '', brush: '' }, 3],
  ['no number, if an area was left visible', { open: '1000,1000,500,500', brush: '' }, 0],
  ['no number, if the brush was used', { open: '', brush: 'r5,1,1' }, 0],
])('counts the hidden faces: %s', (_, options, faces) => {
  const found = { ...result, ...small, faces: 3 };
  const record = recordOf('face-blur', small, small, { options, result: found });
  expect(workDone(record)?.faces).toBe(faces);
});
