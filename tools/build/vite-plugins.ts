import { type Plugin, parseAst } from 'vite';
import { buildLocaleFiles } from './compile-messages.ts';
import { buildFirstSnapshots } from './first-snapshots.ts';
import { buildFirstWireTable, buildLaterWireTable } from './wire-table.ts';

/**
 * Each part of react-intl contains the ICU parser, which compiled messages do not need. The entry
 * without a parser has the same types and throws if a message is not compiled.
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
        throw new Error(`The code of ${name} has changed. Adapt tools/build/vite-plugins.ts.`);
      }
      return { ...resolved, id: resolved.id.replace(/index\.js$/, 'no-parser.js') };
    },
  };
}

/** Returns a plugin for a virtual module with data that another part of the repository creates. */
function dataModule(id: string, make: () => unknown): Plugin {
  return {
    name: `lightwell:${id}`,
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) =>
      source === `\0${id}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(make()))});`
        : null,
  };
}

/**
 * Returns the plugins for the virtual modules with the calls of the contract and the first
 * snapshots of the charts.
 */
export const wireTable = () => [
  dataModule('virtual:wire-table', buildFirstWireTable),
  dataModule('virtual:later-wire-table', buildLaterWireTable),
];
export const firstSnapshots = () => dataModule('virtual:first-snapshots', buildFirstSnapshots);

/** Provides the files of `/_i18n/…`. During development each request generates its file (R5). */
export function localeFiles(): Plugin {
  return {
    name: 'lightwell:locale-files',
    generateBundle() {
      if (this.environment.config.build.ssr) return;
      for (const [path, source] of Object.entries(buildLocaleFiles())) {
        this.emitFile({ type: 'asset', fileName: `_i18n/${path}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/_i18n/', (request, response, next) => {
        const path = (request.url ?? '').replace(/^\/|\?.*$/g, '');
        const source = buildLocaleFiles()[path];
        if (source === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(source);
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
    /* if the backend does not run yet, this page's calls fail until the page is reloaded */
  }
  return JSON.stringify(developmentConfig);
}

/** Removes `meta` from the charts, because only tests, diagrams and the inspector read it. */
export function withoutChartMeta(): Plugin {
  return {
    name: 'lightwell:without-chart-meta',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      if (!/\/machines\/.+\.ts$/.test(id) || !code.includes('meta:')) return null;
      return { code: dropMeta(code), map: null };
    },
  };
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function findProperties(node: unknown, name: string, found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const item of node) findProperties(item, name, found);
  else if (isNode(node)) {
    const { type, key, value } = node as Node & { key?: Node; value?: Node };
    const isMatch = type === 'Property' && key?.name === name && value?.type === 'ObjectExpression';
    if (isMatch) found.push(node);
    else for (const child of Object.values(node)) findProperties(child, name, found);
  }
  return found;
}

/** Returns `code` without the properties `meta: {…}`. */
export function dropMeta(code: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of findProperties(parseAst(code), 'meta')) {
    result += code.slice(at, start);
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return result + code.slice(at);
}

/** During development, gives pages the configuration of the backend behind the proxy. */
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
