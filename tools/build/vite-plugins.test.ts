import { expect, it } from 'vitest';
import { buildLocaleFiles, versionOf } from './compile-messages.ts';
import { dropMeta } from './vite-plugins.ts';

const evaluate = (code: string): unknown => new Function(`return (${code})`)();

it('removes only the meta of charts from their code', () => {
  const code = `{
    meta: { view: 'a, b' },
    on: { x: { target: 'y', meta: { view: ['c', 'd'], more: { meta: {} } } }, meta: 'kept' },
    nested: [{ meta: { view: 'e' } }, { a: 1, meta: {}, b: 2 }],
  }`;
  expect(evaluate(dropMeta(`(${code})`))).toEqual({
    on: { x: { target: 'y' }, meta: 'kept' },
    nested: [{}, { a: 1, b: 2 }],
  });
});

it('writes messages and page texts of every language at an address that depends on their content', () => {
  const files = buildLocaleFiles();
  expect(Object.keys(files)).toContain('ja/messages.json');
  expect(Object.keys(files)).toContain('pt/pages/terms.json');
  const version = versionOf(files);
  expect(version).toBe(versionOf(buildLocaleFiles()));
  expect(versionOf({ ...files, 'ja/messages.json': '{}' })).not.toBe(version);
});

it('splits the messages of a language into a part for the first load and a part for later', () => {
  const files = buildLocaleFiles();
  const read = (name: string) => JSON.parse(files[`ja/${name}.json`] ?? '') as object;
  const [first, later] = [read('first-messages'), read('later-messages')];
  expect({ ...first, ...later }).toEqual(read('messages'));
  expect(Object.keys(first).filter((id) => id in later)).toEqual([]);
  expect(Object.keys(first)).toContain('nav.home');
  expect(Object.keys(later)).toContain('failure.offline');
});
