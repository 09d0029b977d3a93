import { expect, it } from 'vitest';
import { sectionsText } from './sections.ts';

const lines = ['main', '  h1 “Records”', '  p “Empty”', '  button “Start”'];

it('writes the first screen in full, and for a similar one only the differences', () => {
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

it('writes a unique screen in full', () => {
  const other = ['dialog', '  h2 “Sure?”'];
  const text = sectionsText([
    { ids: ['a'], lines },
    { ids: ['b'], lines: other },
  ]);
  expect(text.endsWith(`\n\n# b\n${other.join('\n')}\n`)).toBe(true);
});
