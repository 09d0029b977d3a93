import { diff } from 'node:util';

/** States that show the same, and the lines of what they show. */
export type Section = { ids: readonly string[]; lines: readonly string[] };

/** Lines of one that the other lacks, and the other way round. */
const differing = (before: readonly string[], now: readonly string[]): string[] =>
  diff([...now], [...before])
    .filter(([kind]) => kind !== 0)
    .map(([kind, line]) => `${kind > 0 ? '+' : '-'} ${line}`);

/** The shortest way to say what a section shows: by an earlier one, or in full. */
function shortest({ lines }: Section, earlier: readonly Section[]): readonly string[] {
  let best = lines;
  for (const one of earlier) {
    const changes = differing(one.lines, lines);
    if (changes.length + 1 < best.length) best = [`as ${one.ids[0]}`, ...changes];
  }
  return best;
}

/** One section for each text: in full, or as what differs from the most similar section before it. */
export const sectionsText = (sections: readonly Section[]): string =>
  `${sections
    .map((section, place) =>
      [...section.ids.map((id) => `# ${id}`), ...shortest(section, sections.slice(0, place))].join(
        '\n',
      ),
    )
    .join('\n\n')}\n`;
