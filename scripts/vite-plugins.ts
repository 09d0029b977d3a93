import type { Plugin } from 'vite';
import { localeOfTag } from '../machines/model/locale.ts';
import { compileMessages } from './compile-messages.ts';
import { buildWireTable } from './wire-table.ts';

/**
 * react-intl and its parts each carry a copy of the ICU parser; compiled messages need none. The
 * package ships an entry that keeps the types and throws on text that was not compiled.
 */
export function withoutIcuParser(): Plugin {
  const name = '@formatjs/icu-messageformat-parser';
  return {
    name: 'lightwell:without-icu-parser',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      if (source !== name || options.ssr) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!resolved?.id.endsWith('/index.js')) {
        throw new Error(`${name} is built differently now: see scripts/vite-plugins.ts`);
      }
      return { ...resolved, id: resolved.id.replace(/index\.js$/, 'no-parser.js') };
    },
  };
}

/** The contract's calls as data, for `src/app/create-ports.ts`. */
export function wireTable(): Plugin {
  const id = 'virtual:wire-table';
  return {
    name: 'lightwell:wire-table',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) =>
      source === `\0${id}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(buildWireTable()))});`
        : null,
  };
}

/** `/_i18n/{locale}/messages.json`: files of the build, made per request while developing (R5). */
export function localeMessages(): Plugin {
  const fileName = (locale: string) => `_i18n/${locale}/messages.json`;
  return {
    name: 'lightwell:locale-messages',
    generateBundle() {
      if (this.environment.config.build.ssr) return;
      for (const [locale, messages] of Object.entries(compileMessages())) {
        const source = JSON.stringify(messages);
        this.emitFile({ type: 'asset', fileName: fileName(locale), source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const tag = /^\/_i18n\/(\w+)\/messages\.json/.exec(request.url ?? '')?.[1];
        const locale = localeOfTag(tag);
        if (!locale) return next();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(compileMessages()[locale]));
      });
    },
  };
}

const developmentConfig = {
  runEnv: 'development',
  apiBaseUrl: '',
  websiteId: 'lightwell',
  product: 'Lightwell',
  company: 'Example Company',
  address: '1 Example Street, 12345 Example City',
  email: 'support@example.com',
};

async function readBackendConfig(backend: string): Promise<string> {
  try {
    const page = await (await fetch(backend)).text();
    const json = /id="runtime-config">([^<]*)</.exec(page)?.[1];
    if (json) return json;
  } catch {
    /* The backend is not up yet: the page loads, its calls fail, a reload heals both. */
  }
  return JSON.stringify(developmentConfig);
}

/** While developing: the page carries the configuration of the backend behind the proxy. */
export function backendRuntimeConfig(backend: string): Plugin {
  return {
    name: 'lightwell:backend-runtime-config',
    apply: 'serve',
    transformIndexHtml: async (html) => {
      const config = await readBackendConfig(backend);
      return html.replace('id="runtime-config">null<', () => `id="runtime-config">${config}<`);
    },
  };
}
