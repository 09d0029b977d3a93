import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Locale,
  localeOfPath,
  locales,
  localisePath,
  stripLocale,
} from '../../machines/model/locale.ts';
import { pricingToken } from '../../machines/model/pricing.ts';
import { type Content, createContent } from '../platform/http/content.ts';
import { canonicalPath } from '../platform/http/languages.ts';
import { type BuildFiles, loadBuildFiles } from './build-files.ts';
import {
  fillAddress,
  fillErrorId,
  fillPage,
  isForManyAddresses,
  type PageConfig,
  pagePolicy,
} from './page-template.ts';
import { type RouteRule, routeRules } from './route-rules.ts';
import { type ListedPage, robots, sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

/** Content of the build's `pages.json`. */
const pageList = z.object({
  pages: z.array(
    z.object({
      /**
       * a path such as `/de/result/{id}`, where `{id}` may also be written `:id`; null for error
       * pages
       */
      pattern: z.string().nullable(),
      locale: z.enum(locales),
      name: z.string(),
      /** path below the client folder */
      file: z.string(),
      /** description of the page, with the same tokens as the page */
      description: z.string().nullable(),
      /** name of the page's entry in the installed app's menu; null if the menu lacks the page */
      shortcut: z.string().nullable(),
      /** true if search engines may list the page */
      isListed: z.boolean(),
    }),
  ),
});

export type Page = Content & {
  policy: string;
  /** HTML of the price page without its prices; absent for other pages */
  template?: string;
};

type CrawlerFile = Content & { type: string };

export type Pages = {
  /**
   * a sentence for the log if the pages were not built, otherwise null; without pages, the other
   * fields are empty
   */
  missing: string | null;
  rules: readonly RouteRule[];
  page(path: string): Page | undefined;
  /**
   * returns the error page for a path, in the language of the path and with the path in its text
   * @param errorId id of the failure in the log, if there is one
   */
  errorPage(name: 'not-found' | 'error', path: string, errorId?: string | null): Page | undefined;
  /** returns the web app manifest at `/manifest.webmanifest` or `/de/manifest.webmanifest` */
  manifest(path: string): Content | undefined;
  /** returns `/robots.txt` or `/sitemap.xml` */
  crawlerFile(path: string): CrawlerFile | undefined;
  /** all files other than pages */
  built: BuildFiles;
  /** client folder of the newest build */
  directory: string;
  /** the product's public address, without a path */
  publicUrl: string;
};

const toPattern = (path: string) =>
  new RegExp(`^${path.replace(/\/(:\w+|\{\w+\})/g, '/([A-Za-z0-9_-]+)').replaceAll('.', '\\.')}$`);

/** Returns the page for one URL. `part` is the part of the URL that was unknown at build time. */
type PageSource = (part: string, errorId?: string | null) => Page;

async function readPage(file: string, config: PageConfig, locale: Locale): Promise<PageSource> {
  const html = fillPage(await readFile(file, 'utf8'), config, locale);
  const { apiBaseUrl, firebase = null, trackers = {} } = config.runtime;
  const api = apiBaseUrl ? new URL(apiBaseUrl).origin : null;
  const policy = pagePolicy(html, { api, store: config.store, firebase, trackers });
  if (!isForManyAddresses(html)) {
    const priced = html.includes(pricingToken) ? { template: html } : {};
    const page = { ...createContent(Buffer.from(html), { isKept: true }), policy, ...priced };
    return () => page;
  }
  return (part, errorId = null) => {
    const filled = Buffer.from(fillAddress(fillErrorId(html, errorId), part));
    return { ...createContent(filled, { isKept: false }), policy };
  };
}

/**
 * Returns the path without its language and first slash, in canonical spelling, so that a link with
 * this path stays on this site.
 */
const partOfErrorPage = (path: string) => stripLocale(canonicalPath(path) ?? path).slice(1);

const manifestPath = '/manifest.webmanifest';

type ListEntry = z.infer<typeof pageList>['pages'][number];

function createManifest(
  { runtime: { product } }: PageConfig,
  description: string,
  pages: readonly ListEntry[],
): Content {
  const filled = description.replaceAll('%PRODUCT_NAME%', () => product);
  const shortcuts = pages.flatMap(({ shortcut, pattern }) =>
    shortcut !== null && pattern !== null ? [{ name: shortcut, url: pattern }] : [],
  );
  return createContent(Buffer.from(webManifest(product, filled, shortcuts)), { isKept: true });
}

function createCrawlerFiles(listed: readonly ListedPage[], publicUrl: string) {
  const content = (text: string) => createContent(Buffer.from(text), { isKept: true });
  return new Map<string, CrawlerFile>([
    ['/robots.txt', { ...content(robots(publicUrl)), type: 'text/plain; charset=utf-8' }],
    [
      '/sitemap.xml',
      { ...content(sitemap(listed, publicUrl)), type: 'application/xml; charset=utf-8' },
    ],
  ]);
}

const noPages = (
  rules: readonly RouteRule[],
  { directory, publicUrl }: Pick<Pages, 'directory' | 'publicUrl'>,
): Pages => ({
  missing: 'The pages are not built yet: run `npm run build` and start again.',
  rules,
  page: () => undefined,
  errorPage: () => undefined,
  manifest: () => undefined,
  crawlerFile: () => undefined,
  built: {
    isUnknown: () => false,
    refresh: async () => {},
    file: () => undefined,
    manifest: () => undefined,
  },
  directory,
  publicUrl,
});

/**
 * Loads the pages: reads the output of `npm run build` once and inserts the configuration.
 * @throws if `pages.json` names a missing file
 */
export async function loadPages(options: {
  clientDir: string;
  /** lists the client folders of other builds, newest first */
  otherBuilds?: (() => readonly string[]) | undefined;
  config: PageConfig;
  rules?: readonly RouteRule[];
}): Promise<Pages> {
  const { clientDir, otherBuilds = () => [], config, rules = routeRules } = options;
  const listFile = join(clientDir, 'pages.json');
  if (!existsSync(listFile))
    return noPages(rules, { directory: clientDir, publicUrl: config.publicUrl });
  const list = pageList.parse(JSON.parse(await readFile(listFile, 'utf8'))).pages;
  const exact = new Map<string, PageSource>();
  const patterns: { pattern: RegExp; page: PageSource }[] = [];
  const errors = new Map<string, PageSource>();
  const manifests = new Map<string, Content>();
  const listed: ListedPage[] = [];
  for (const { pattern, locale, name, file, description, isListed } of list) {
    const page = await readPage(join(clientDir, file), config, locale);
    if (name === 'not-found' || name === 'error') errors.set(`${name} ${locale}`, page);
    else if (pattern && /[:{]/.test(pattern)) patterns.push({ pattern: toPattern(pattern), page });
    else if (pattern) exact.set(pattern, page);
    if (pattern && isListed) listed.push({ pattern, locale, name });
    if (name === 'home' && description !== null) {
      const own = list.filter((page) => page.locale === locale);
      const manifest = createManifest(config, description, own);
      manifests.set(localisePath(manifestPath, locale), manifest);
    }
  }
  const crawlerFiles = createCrawlerFiles(listed, config.publicUrl);
  const hasTools = config.runtime.runEnv !== 'production';
  const built = await loadBuildFiles(clientDir, otherBuilds, { hasTools });
  return {
    missing: null,
    rules,
    page(path) {
      const known = exact.get(path);
      if (known) return known('');
      for (const { pattern, page } of patterns) {
        const part = pattern.exec(path)?.[1];
        if (part !== undefined) return page(part);
      }
      return undefined;
    },
    errorPage: (name, path, errorId) =>
      errors.get(`${name} ${localeOfPath(path)}`)?.(partOfErrorPage(path), errorId),
    manifest: (path) => manifests.get(path),
    crawlerFile: (path) => crawlerFiles.get(path),
    built,
    directory: clientDir,
    publicUrl: config.publicUrl,
  };
}
