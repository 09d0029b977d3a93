import type { Plugin } from 'vite';
import type { Gallery, keptGallery } from './states.ts';

const statesId = 'virtual:gallery-states';
const framesId = 'virtual:gallery-frames';

const asModule = (data: unknown): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(data))});`;

/** One chunk per chart: a frame shows one state of one chart. */
function loadersOf({ frames }: Gallery): string {
  const loaders = Object.keys(frames).map(
    (chart) => `${JSON.stringify(chart)}: () => import('${framesId}/${chart}')`,
  );
  return `export default { ${loaders.join(', ')} };`;
}

function codeOf(id: string, gallery: Gallery): string | null {
  const { states, problems, frames } = gallery;
  if (id === statesId) return asModule({ states, problems });
  return id === framesId ? loadersOf(gallery) : asModule(frames[id.slice(framesId.length + 1)]);
}

type States = { keptGallery: typeof keptGallery };

/*
 * Vite bundles its configuration with what it imports by name. By its address this module is not
 * bundled, so it shares the charts with the descriptors, which are imported by address, too.
 */
const statesUrl = new URL('./states.ts', import.meta.url).href;

/**
 * The data of the gallery's pages. Finding the states takes seconds, so it is done only when one of
 * the pages is built.
 */
export function galleryData(): Plugin {
  const isOurs = (id: string) => id === statesId || id.startsWith(framesId);
  return {
    name: 'lightwell:gallery-data',
    resolveId: (source) => (isOurs(source) ? `\0${source}` : null),
    async load(source) {
      if (!source.startsWith('\0') || !isOurs(source.slice(1))) return null;
      const states = (await import(statesUrl)) as States;
      return codeOf(source.slice(1), states.keptGallery());
    },
  };
}
