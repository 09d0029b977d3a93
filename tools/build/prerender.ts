import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Locale, locales, localisePath } from '../../machines/model/locale.ts';
import {
  isContentPage,
  type PageName,
  pageNames,
  patternOf,
  prerenderPath,
  unknownErrorId,
  unknownPart,
} from '../../machines/model/pages.ts';
import { pricingToken } from '../../machines/model/pricing.ts';
import { pageTextPath, sourcesOf } from '../../src/app/page-files.ts';
import type { PageHead } from '../../src/app/page-head.ts';
import { bootSettings } from '../../src/boot/boot-settings.ts';
import { buildBootScript } from './boot-script.ts';
import { buildLocaleFiles, firstMessages, versionOf } from './compile-messages.ts';
import { shortcutOf } from './shortcuts.ts';

type ManifestChunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, ManifestChunk>;
type Prerendered = {
  html: string;
  head: PageHead;
  data: object | null;
  note: { text: string; reload: string };
};
type Entry = {
  prerenderPage: (
    name: PageName,
    locale: Locale,
    messages: Record<string, unknown>,
    words: Record<string, string>,
  ) => Promise<Prerendered>;
};

/**
 * Tokens that the server replaces with its configuration. One build therefore serves any operator.
 */
const words = {
  product: '%PRODUCT_NAME%',
  company: '%COMPANY_NAME%',
  address: '%COMPANY_ADDRESS%',
  email: '%SUPPORT_EMAIL%',
};

export const tokens = [
  '%RUNTIME_CONFIG%',
  '%STARTS_ALONE%',
  ...Object.values(words),
  '%PUBLIC_URL%',
  '%RETENTION%',
  '%COMPANY_DETAILS%',
  '%PROCESSORS%',
  pricingToken,
  unknownPart,
  unknownErrorId,
];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Returns the chunks and styles of these sources, with all their imports. */
function assetsOf(manifest: Manifest, sources: string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return { scripts: [...scripts], styles: [...styles] };
}

const regions: Record<Locale, string> = {
  en: 'en_US',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  it: 'it_IT',
  ja: 'ja_JP',
  pt: 'pt_BR',
};

/** Picture of a shared link: public/share.jpg, which workshop/gallery/make-home-pictures.ts makes. */
const sharePicture = { path: '/share.jpg', width: 960, height: 504 };

/** Returns the tags that describe a link to the page in messengers and social networks. */
function shareTags(canonical: string, locale: Locale): string[] {
  const { path, width, height } = sharePicture;
  const values: [name: string, content: string][] = [
    ['og:type', 'website'],
    ['og:site_name', words.product],
    ['og:url', `%PUBLIC_URL%${canonical}`],
    ['og:image', `%PUBLIC_URL%${path}`],
    ['og:image:width', String(width)],
    ['og:image:height', String(height)],
    ['og:locale', regions[locale]],
  ];
  return [
    ...values.map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

const dataTag = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

function headTags({ head, data }: Prerendered, locale: Locale): string[] {
  const { title, description, canonical, alternates } = head;
  const address = (path: string) => escapeHtml(`%PUBLIC_URL%${path}`);
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description ?? '')}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
  ];
  if (description)
    tags.push(`<meta property="og:description" content="${escapeHtml(description)}">`);
  if (canonical === null) tags.push('<meta name="robots" content="noindex">');
  else tags.push(`<link rel="canonical" href="${address(canonical)}">`);
  for (const { hreflang, path } of alternates) {
    tags.push(`<link rel="alternate" hreflang="${hreflang}" href="${address(path)}">`);
  }
  if (canonical !== null) tags.push(...shareTags(canonical, locale));
  if (data) tags.push(dataTag(data));
  return tags;
}

/**
 * Separates the preload tags of pictures from the body. React writes these tags first, but they
 * belong in the head.
 */
function splitPreloads(html: string): { preloads: string; body: string } {
  const preloads = /^(?:<link rel="preload"[^>]*>)*/.exec(html)?.[0] ?? '';
  return { preloads, body: html.slice(preloads.length) };
}

/**
 * Returns the tag of a script that loads at the visitor's first action. Browsers ignore a link
 * without `rel`; the inline boot adds it.
 */
const laterTag = (address: string) => {
  const kinds = { js: 'script', css: 'style' } as const;
  const kind = kinds[address.split('.').at(-1) as keyof typeof kinds] ?? 'fetch';
  return `<link class="later" as="${kind}" crossorigin href="${address}">`;
};

const attributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');

type Shell = {
  template: string;
  manifest: Manifest;
  version: string;
  boot: string;
  build: string;
};

/** Source of the charts and ports, which load in parallel with the entry, and not after it. */
const charts = 'src/app/create-app-actor.ts';

function laterAddresses({ manifest, version }: Shell, name: PageName, locale: Locale): string[] {
  const own = ['index.html', ...sourcesOf(name)];
  const { scripts, styles } = assetsOf(manifest, [...own, charts]);
  const linked = assetsOf(manifest, own).styles;
  const later = styles.filter((style) => !linked.includes(style));
  const addresses = [...scripts, ...later].map((file) => `/${file}`);
  addresses.push(`/_i18n/${locale}/first-messages.json?v=${version}`);
  if (isContentPage(name)) addresses.push(pageTextPath(locale, name, version));
  return addresses;
}

/**
 * Returns the tags of the boot. The boot script follows the URLs that it loads. It precedes the
 * styles, because a script waits for the styles before it.
 */
function bootTags(shell: Shell, name: PageName, locale: Locale): string[] {
  const addresses = laterAddresses(shell, name, locale);
  const settings = { entry: addresses[0] ?? '', ...bootSettings(name) };
  return [...addresses.map(laterTag), `<script${attributes(settings)}>${shell.boot}</script>`];
}

/** The element in which the server stores the prices of the price page, for the hydration. */
const pricingTag = (name: PageName) =>
  name === 'pricing' ? '<script type="application/json" id="pricing-data">null</script>' : '';

const noteTag = ({ text, reload }: Prerendered['note']) =>
  `<div id="bootNote" class="boot-note" role="alert" hidden><p>${escapeHtml(text)} ` +
  `<a href="">${escapeHtml(reload)}</a></p></div>`;

/** Removes the template's scripts, because the boot loads them later. */
const withoutScripts = (template: string) =>
  template.replace(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '');

function fillTemplate(shell: Shell, name: PageName, locale: Locale, page: Prerendered): string {
  const { template, manifest } = shell;
  const path = prerenderPath(name, locale);
  const entry = assetsOf(manifest, ['index.html']);
  const own = assetsOf(manifest, sourcesOf(name));
  const { preloads, body } = splitPreloads(page.html);
  const tags = [
    ...headTags(page, locale),
    ...bootTags(shell, name, locale),
    ...own.styles
      .filter((style) => !entry.styles.includes(style))
      .map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`),
    `<link rel="manifest" href="${localisePath('/manifest.webmanifest', locale)}">`,
    preloads,
  ];
  const errorId = name === 'error' ? ` data-error-id="${unknownErrorId}"` : '';
  return template
    .replace(
      '<html lang="en">',
      () =>
        `<html lang="${locale}" data-page="${name}" data-path="${path}" data-build="${shell.build}"${errorId}>`,
    )
    .replace('<!--page-head-->', () => tags.join(''))
    .replace('id="runtime-config">null<', () => 'id="runtime-config">%RUNTIME_CONFIG%<')
    .replace(
      '<div id="app"></div>',
      () => `<div id="app">${body}</div>${pricingTag(name)}${noteTag(page.note)}`,
    );
}

/** Removes the whitespace between the template's tags, because it has no meaning. */
const squeeze = (template: string) => template.replace(/>\s+</g, '><').trim();

type PageEntry = {
  pattern: string | null;
  locale: Locale;
  name: PageName;
  file: string;
  description: string | null;
  /** name of the page's entry in the installed app's menu */
  shortcut: string | null;
  /** true if search engines may list the page */
  isListed: boolean;
};

/**
 * Writes `pages/{locale}/{name}.html` for every page in every language, and `pages.json`. Also
 * writes `build.json`, which open pages read to detect a newer build.
 * @param client the folder of the client build
 * @param entryFile the built `src/entry-prerender.tsx`
 * @param build id of the build
 */
export async function prerenderAll(
  client: string,
  entryFile: string,
  manifestFile: string,
  build: string,
) {
  const entry = (await import(pathToFileURL(entryFile).href)) as Entry;
  const shell: Shell = {
    template: withoutScripts(squeeze(readFileSync(join(client, 'index.html'), 'utf8'))),
    manifest: JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest,
    version: versionOf(buildLocaleFiles()),
    boot: await buildBootScript(),
    build,
  };
  const pages: PageEntry[] = [];
  for (const locale of locales) {
    const messages = firstMessages(locale);
    for (const name of pageNames) {
      const page = await entry.prerenderPage(name, locale, messages, words);
      const file = `pages/${locale}/${name}.html`;
      mkdirSync(dirname(join(client, file)), { recursive: true });
      writeFileSync(join(client, file), fillTemplate(shell, name, locale, page));
      const pattern = patternOf(name);
      pages.push({
        pattern: pattern === null ? null : localisePath(pattern, locale),
        locale,
        name,
        file,
        description: page.head.description,
        shortcut: shortcutOf(name, locale),
        isListed: page.head.canonical !== null,
      });
    }
  }
  writeFileSync(join(client, 'pages.json'), JSON.stringify({ tokens, pages }, null, 1));
  const marker = { id: build, builtAt: new Date().toISOString(), messages: shell.version };
  writeFileSync(join(client, 'build.json'), JSON.stringify(marker));
  rmSync(join(client, 'index.html'));
  return pages.length;
}
