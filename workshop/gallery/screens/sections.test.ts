import { expect, it } from 'vitest';
import { sectionsText } from './sections.ts';

const lines = ['main', '  h1 “Records”', '  p “Empty”', '  button “Start”'];

it('keeps the first screen whole, and of a similar one only the differences', () => {
  const next = lines.toSpliced(2, 1, '  li “A cat”');
  const text = sectionsText([
    { ids: ['records/empty', 'records/looking'], lines },
    { ids: ['records/listed'], lines: next },
  ]);
  expect(text).toBe(
    [
      ...['# records/empty', '# records/looking', ...lines, ''],
      ...['# records/listed', 'as records/empty', '+   li “A cat”', '-   p “Empty”', ''],
    ].join('\n'),
  );
});

it('keeps a unique screen whole', () => {
  const other = ['dialog', '  h2 “Sure?”'];
  const text = sectionsText([
    { ids: ['a'], lines },
    { ids: ['b'], lines: other },
  ]);
  expect(text.endsWith(`\n\n# b\n${other.join('\n')}\n`)).toBe(true);
});
