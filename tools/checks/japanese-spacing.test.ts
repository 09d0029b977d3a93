import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../locales/ja/', import.meta.url);

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

const japanese = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）：・]`;
/* `#` stands for the number in a plural */
const gap = new RegExp(`[0-9#%] +${japanese}|${japanese} +[0-9#]`, 'u');

it.each(files)('%s has no gap between a number and Japanese words', (name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  expect(lines.filter((line) => gap.test(line))).toEqual([]);
});
