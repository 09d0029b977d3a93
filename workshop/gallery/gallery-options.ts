import { parseArgs } from 'node:util';
import type { GalleryState } from './page/gallery-data.ts';
import { usualVariants } from './variants.ts';

const usage = `npm run gallery -w workshop/gallery                    every state in ${usualVariants.map(({ name }) => name).join(', ')}
npm run gallery -w workshop/gallery -- --only studio     a chart, or the states whose ids begin with it
npm run gallery -w workshop/gallery -- --all           seven languages, two themes, two widths`;

export function fail(sentence: string): never {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
}

export function readOptions() {
  try {
    const options = {
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/**
 * Returns the states of a chart, or the states whose ids begin with `only`. @returns an error
 * sentence if there are none
 */
export function chooseWanted(
  states: readonly GalleryState[],
  only: string | undefined,
): readonly GalleryState[] | string {
  if (only === undefined) return states;
  const beginning = only.includes('/') ? only : `${only}/`;
  const wanted = states.filter(({ id }) => id.startsWith(beginning));
  const charts = [...new Set(states.map(({ chart }) => chart))].join(', ');
  return wanted.length > 0
    ? wanted
    : `The gallery has no chart or state “${only}”. Its charts are ${charts}.`;
}
