import type { Plugin } from 'vite';
import { dataFolder, galleryFile } from './data-files.ts';
import type { keptGallery } from './states.ts';

type States = { keptGallery: typeof keptGallery };

/*
 * Vite bundles the modules that its configuration imports by name. This module is imported by URL
 * instead, in the same way as descriptors, so that both use the same charts.
 */
const statesUrl = new URL('./states.ts', import.meta.url).href;

/** Serves the gallery's data during development; finds the states at the first request. */
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
