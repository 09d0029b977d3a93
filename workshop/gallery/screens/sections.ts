import { diff } from 'node:util';

/** States with equal screens, and the lines of the screen. */
export type Section = { ids: readonly string[]; lines: readonly string[] };

/** Lines that only one of the two screens has. */
const differing = (before: readonly string[], now: readonly string[]): string[] =>
  diff([...now], [...before])
    .filter(([kind]) => kind !== 0)
    .map(([kind, line]) => `${kind > 0 ? '+' : '-'} ${line}`);

/** Returns the shorter form of a section: in full, or as differences from an earlier one. */
function shortest({ lines }: Section, earlier: readonly Section[]): readonly string[] {
  let best = lines;
  for (const one of earlier) {
    const changes = differing(one.lines, lines);
    if (changes.length + 1 < best.length) best = [`as ${one.ids[0]}`, ...changes];
  }
  return best;
}

/** Writes each section in full, or as differences from the most similar earlier section. */
export const sectionsText = (sections: readonly Section[]): string =>
  `${sections
    .map((section, place) =>
      [...section.ids.map((id) => `# ${id}`), ...shortest(section, sections.slice(0, place))].join(
        '\n',
      ),
    )
    .join('\n\n')}\n`;
