import { parseArgs } from 'node:util';
import type { GalleryState } from './page/gallery-data.ts';
import { usualVariants } from './variants.ts';

const usage = `npm run gallery                    every state in ${usualVariants.map(({ name }) => name).join(', ')},
                                   compared with the accepted pictures
npm run gallery -- --only tray     a chart, or the beginning of a state's id
npm run gallery -- --all           seven languages, two themes, two widths; only rendered
npm run gallery -- --accept        what is rendered now becomes the accepted pictures
npm run gallery -- --photos        photographs as they are; only rendered
npm run gallery -- --json          one JSON object as the last line`;

export function fail(sentence: string): never {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
}

const flag = { type: 'boolean', default: false } as const;

function parse() {
  try {
    const options = {
      only: { type: 'string' },
      all: flag,
      accept: flag,
      photos: flag,
      json: flag,
    } as const;
    return parseArgs({ options }).values;
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

export function readOptions() {
  const options = parse();
  if (options.accept && (options.all || options.photos)) {
    fail('Pictures are accepted of the usual variants, with flat photographs.');
  }
  return options;
}

/**
 * States of a chart, or those whose id begins with `only`.
 * @returns a sentence when there are none
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
    : `The gallery has no chart or state “${only}”; its charts are ${charts}.`;
}
