import type { Plugin } from 'vite';
import { dataFolder, galleryFile } from './data-files.ts';
import type { keptGallery } from './states.ts';

type States = { keptGallery: typeof keptGallery };

/*
 * Vite bundles its configuration with the modules it imports by name. Imported by address, this
 * module is not bundled, so it shares the charts with the descriptors, which are imported by
 * address, too.
 */
const statesUrl = new URL('./states.ts', import.meta.url).href;

/** Finds the states of the gallery when its page requests them, during development. */
export function galleryData(): Plugin {
  return {
    name: 'lightwell:gallery-data',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url ?? '';
        if (!path.startsWith(dataFolder)) return next();
        import(statesUrl).then((module: States) => {
          const json = galleryFile(path, module.keptGallery());
          response.statusCode = json === null ? 404 : 200;
          response.setHeader('content-type', 'application/json');
          response.end(json ?? '');
        }, next);
      });
    },
  };
}
