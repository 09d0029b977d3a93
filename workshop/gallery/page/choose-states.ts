import type { GalleryState } from './gallery-data.ts';

const wordsOf = ({ id, variant, views, steps, page }: GalleryState) =>
  [id, variant, page, ...views, ...steps.map(({ says }) => says)].join(' ').toLowerCase();

/** States that contain all of the words. */
export function chooseStates(
  states: readonly GalleryState[],
  search: string,
): readonly GalleryState[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return states;
  return states.filter((state) => {
    const words = wordsOf(state);
    return wanted.every((word) => words.includes(word));
  });
}

/** Groups states by chart, in the given order. */
export function byChart(
  states: readonly GalleryState[],
): readonly (readonly [chart: string, states: readonly GalleryState[]])[] {
  return [...Map.groupBy(states, ({ chart }) => chart)];
}

/** The element id of a state on the gallery's page. */
export const anchorOf = (id: string): string => `state-${id}`;
