import { expect, it } from 'vitest';
import { findTwin } from './find-twin.ts';

const signal = new AbortController().signal;
const file = (content: string, name = 'cat.jpg') => new File([content], name);

it.each([
  ['the same content under another name', file('cat', 'copy.jpg'), true],
  ['other content of the same length', file('dog'), false],
  ['other content of another length', file('cats'), false],
])('finds out whether a file has %s (R85)', async (_, other, isTwin) => {
  const answer = await findTwin({ file: file('cat'), others: [file('cow'), other] }, signal);
  expect(answer).toEqual({ isTwin });
});

it('counts a file that cannot be read as different', async () => {
  const broken = file('cat');
  broken.arrayBuffer = () => Promise.reject(new Error('gone'));
  expect(await findTwin({ file: broken, others: [file('cat')] }, signal)).toEqual({
    isTwin: false,
  });
  expect(await findTwin({ file: file('cat'), others: [broken] }, signal)).toEqual({
    isTwin: false,
  });
});
