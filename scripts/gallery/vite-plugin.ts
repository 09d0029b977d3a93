import type { Plugin } from 'vite';
import type { Gallery } from './states.ts';

const parts: Record<string, (gallery: Gallery) => unknown> = {
  'virtual:gallery-states': ({ states, problems }) => ({ states, problems }),
  'virtual:gallery-frames': ({ frames }) => frames,
};

/**
 * What the gallery's pages show, as data. It takes seconds to find, so it is only looked for when
 * one of them is built.
 */
export function galleryData(): Plugin {
  return {
    name: 'lightwell:gallery-data',
    resolveId: (source) => (source in parts ? `\0${source}` : null),
    async load(source) {
      const part = source.startsWith('\0') ? parts[source.slice(1)] : undefined;
      if (!part) return null;
      const { buildGallery } = await import('./states.ts');
      const json = JSON.stringify(JSON.stringify(part(buildGallery())));
      return `export default JSON.parse(${json});`;
    },
  };
}
