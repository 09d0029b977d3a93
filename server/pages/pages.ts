import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { type Content, createContent } from './compressed.ts';
import { fillPage, pagePolicy } from './page-template.ts';
import { type RouteRule, routeRules } from './route-rules.ts';

const pageList = z.array(
  z.object({
    /** `/de/result/:id` or `/de/result/{id}`; the error pages have none */
    path: z.string().nullish(),
    locale: z.enum(locales),
    name: z.string(),
    /** below the client folder, or below its `pages` */
    file: z.string(),
  }),
);

export type Page = Content & { policy: string };
export type Asset = { mime: string; cacheControl: string; content: Promise<Content> };

export type Pages = {
  /** a sentence when the pages were never built; everything else is empty then */
  missing: string | null;
  rules: readonly RouteRule[];
  page(path: string): Page | undefined;
  errorPage(name: 'not-found' | 'error', locale: Locale): Page | undefined;
  asset(path: string): Asset | undefined;
};

const mimes: Record<string, string> = {
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
  return 'public, max-age=3600';
}

async function listAssets(clientDir: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(clientDir, file).split(sep).join('/')}`;
    const isHidden = /\/\.|^\/pages(\.json$|\/)|\.html$/.test(path);
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

async function readPage(clientDir: string, file: string, config: RuntimeConfig): Promise<Page> {
  const candidates = [join(clientDir, file), join(clientDir, 'pages', file)];
  const found = candidates.find((candidate) => existsSync(candidate)) ?? join(clientDir, file);
  const html = fillPage(await readFile(found, 'utf8'), config);
  const apiOrigin = config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : null;
  const content = createContent(Buffer.from(html), { isCompressible: true });
  return { ...content, policy: pagePolicy(html, apiOrigin) };
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
  config: RuntimeConfig;
  rules?: readonly RouteRule[];
}): Promise<Pages> {
  const { clientDir, config, rules = routeRules } = options;
  const listFile = join(clientDir, 'pages.json');
  if (!existsSync(listFile)) {
    return noPages('The pages are not built yet: run `npm run build` and start again.', rules);
  }
  const list = pageList.parse(JSON.parse(await readFile(listFile, 'utf8')));
  const exact = new Map<string, Page>();
  const patterns: { pattern: RegExp; page: Page }[] = [];
  const errors = new Map<string, Page>();
  for (const { path, locale, name, file } of list) {
    const page = await readPage(clientDir, file, config);
    if (name === 'not-found' || name === 'error') errors.set(`${name} ${locale}`, page);
    else if (path && /[:{]/.test(path)) patterns.push({ pattern: toPattern(path), page });
    else if (path) exact.set(path, page);
  }
  const assets = await listAssets(clientDir);
  return {
    missing: null,
    rules,
    page: (path) => exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page,
    errorPage: (name, locale) => errors.get(`${name} ${locale}`) ?? errors.get(`${name} en`),
    asset: (path) => assets.get(path),
  };
}
