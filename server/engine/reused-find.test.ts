import { expect, it } from 'vitest';
import { ReusedFind } from './reused-find.ts';

it('finds once for the same picture, and anew for another or after a failure', async () => {
  const reused = new ReusedFind();
  const asked: string[] = [];
  const find = (of: string) =>
    reused.reuse(of, async () => {
      asked.push(of);
      if (asked.length === 3) throw new Error('no network');
      return `matte of ${of}`;
    });
  expect([await find('a'), await find('a')]).toEqual(['matte of a', 'matte of a']);
  expect(await find('b')).toBe('matte of b');
  await expect(find('a')).rejects.toThrow('no network');
  expect(await find('a')).toBe('matte of a');
  expect(asked).toEqual(['a', 'b', 'a', 'a']);
});
