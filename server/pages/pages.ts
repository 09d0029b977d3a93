import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { type Content, createContent } from './compressed.ts';
import { fillPage, type PageConfig, pagePolicy } from './page-template.ts';
import { type RouteRule, routeRules } from './route-rules.ts';

/** What the build writes into `pages.json`. */
const pageList = z.object({
  pages: z.array(
    z.object({
      /** `/de/result/{id}`, a parameter also as `:id`; the error pages have none */
      pattern: z.string().nullable(),
      locale: z.enum(locales),
      name: z.string(),
      /** below the client folder */
      file: z.string(),
    }),
  ),
});

export type Page = Content & { policy: string };
type Asset = { mime: string; cacheControl: string; content: Promise<Content> };

export type Pages = {
  /** a sentence when the pages were never built; everything else is empty then */
  missing: string | null;
  rules: readonly RouteRule[];
  page(path: string): Page | undefined;
  errorPage(name: 'not-found' | 'error', locale: Locale): Page | undefined;
  asset(path: string): Asset | undefined;
};

/** Parts of every build but the production one; not served to visitors of any build. */
const toolPaths = ['/inspector.html', '/gallery.html', '/gallery-frame.html'];

/** The only page that may be framed, by the gallery around it. */
export const framedPath = '/gallery-frame.html';

const mimes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const isText = (mime: string) => /^text\/|json|xml|javascript|wasm/.test(mime);

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // R5
  if (path.startsWith('/_i18n/')) return 'public, max-age=86400';
  if (toolPaths.includes(path)) return 'no-cache';
  return 'public, max-age=3600';
}

async function listAssets(clientDir: string, hasTools: boolean): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(clientDir, file).split(sep).join('/')}`;
    const isTool = hasTools && toolPaths.includes(path);
    const isHidden = /\/\.|^\/pages(\.json$|\/)|\.html$/.test(path) && !isTool;
    if (!entry.isFile() || isHidden) continue;
    const mime = mimes[extname(path)] ?? 'application/octet-stream';
    let content: Promise<Content> | undefined;
    assets.set(path, {
      mime,
      cacheControl: cacheControlOf(path),
      get content() {
        content ??= readFile(file).then((body) =>
          createContent(body, { isCompressible: isText(mime) }),
        );
        return content;
      },
    });
  }
  return assets;
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replace(/\/(:\w+|\{\w+\})/g, '/[A-Za-z0-9_-]+').replaceAll('.', '\\.')}$`);

async function readPage(file: string, config: PageConfig): Promise<Page> {
  const html = fillPage(await readFile(file, 'utf8'), config);
  const { apiBaseUrl } = config.runtime;
  const policy = pagePolicy(html, apiBaseUrl ? new URL(apiBaseUrl).origin : null);
  return { ...createContent(Buffer.from(html), { isCompressible: true }), policy };
}

const noPages = (sentence: string, rules: readonly RouteRule[]): Pages => ({
  missing: sentence,
  rules,
  page: () => undefined,
  errorPage: () => undefined,
  asset: () => undefined,
});

/**
 * Reads what `npm run build` wrote, once, and fills in the configuration.
 * @throws when `pages.json` names a file that is not there
 */
export async function loadPages(options: {
  clientDir: string;
  config: PageConfig;
  rules?: readonly RouteRule[];
}): Promise<Pages> {
  const { clientDir, config, rules = routeRules } = options;
  const listFile = join(clientDir, 'pages.json');
  if (!existsSync(listFile)) {
    return noPages('The pages are not built yet: run `npm run build` and start again.', rules);
  }
  const list = pageList.parse(JSON.parse(await readFile(listFile, 'utf8'))).pages;
  const exact = new Map<string, Page>();
  const patterns: { pattern: RegExp; page: Page }[] = [];
  const errors = new Map<string, Page>();
  for (const { pattern, locale, name, file } of list) {
    const page = await readPage(join(clientDir, file), config);
    if (name === 'not-found' || name === 'error') errors.set(`${name} ${locale}`, page);
    else if (pattern && /[:{]/.test(pattern)) patterns.push({ pattern: toPattern(pattern), page });
    else if (pattern) exact.set(pattern, page);
  }
  const assets = await listAssets(clientDir, config.runtime.runEnv !== 'production');
  return {
    missing: null,
    rules,
    page: (path) => exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page,
    errorPage: (name, locale) => errors.get(`${name} ${locale}`) ?? errors.get(`${name} en`),
    asset: (path) => assets.get(path),
  };
}
