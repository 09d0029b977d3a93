import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { locales } from '../../machines/model/locale.ts';
import { withDisclosures } from '../../server/pages/page-template.ts';
import { currentBuild } from '../../server/platform/process/process-build.ts';
import { dist, stop } from '../build/prepare.ts';

/* Size budgets in bytes (design.md §6). They are measured on the latest production build. */
const pageBudget = 12_000;
/* the budget of a privacy policy that names every outside service */
const policyBudget = 13_500;
const scriptBudget = 110_000;
const bootBudget = 720;

const build =
  currentBuild(dist, 'production') ??
  stop('There is no build to check. Run `npm run check`, which makes one.');
const client = join(build, 'client');
const read = (path: string) => readFileSync(join(client, path));
const brotliSizes = new Map<string, number>();
const gzipSizes = new Map<string, number>();

function sizeOf(sizes: Map<string, number>, path: string, compress: (bytes: Buffer) => Buffer) {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const size = compress(read(path)).length;
  sizes.set(path, size);
  return size;
}

const brotli = (path: string) => sizeOf(brotliSizes, path, (bytes) => brotliCompressSync(bytes));
const gzip = (path: string) => sizeOf(gzipSizes, path, (bytes) => gzipSync(bytes, { level: 9 }));
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

/** Returns the local URLs in the HTML's tags that match `tag`. */
function linked(html: string, tag: RegExp): string[] {
  const tags = html.match(/<(?:link|script)\b[^>]*>/g) ?? [];
  const addresses = tags
    .filter((text) => tag.test(text))
    .map((text) => /(?:href|src)="\/([^"?]+)/.exec(text)?.[1]);
  return [...new Set(addresses.filter((address) => address !== undefined))];
}

type Row = { page: string; html: number; css: number; boot: number; script: number };

type Chunk = { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean };

const manifest = JSON.parse(readFileSync(join(build, 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;
const charts = 'src/app/create-app-actor.ts';

/** Returns the files of these chunks and of all their static imports. */
function filesOf(keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

/** Returns the files that hydration needs. The charts are not included. */
function forHydration(files: string[]): string[] {
  const roots = Object.keys(manifest).filter((key) => {
    const { file, isEntry, isDynamicEntry } = manifest[key] as Chunk;
    return key !== charts && (isEntry || isDynamicEntry) && files.includes(file);
  });
  const needed = filesOf(roots);
  return files.filter((file) => !file.startsWith('assets/') || needed.has(file));
}

/** Matches tags that would load or run an external script before the visitor's first action. */
const eagerTags =
  /<script\b[^>]*\bsrc=[^>]*>|<link\b[^>]*rel="modulepreload"[^>]*>|<link\b[^>]*rel="preload"[^>]*as="(?:script|fetch)"[^>]*>/g;

/** Returns the scripts that run as soon as they are parsed. */
function inlineScripts(html: string): string {
  const elements = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g);
  return [...elements]
    .filter(([, attributes = '']) => !/type="application\/(?:ld\+)?json"/.test(attributes))
    .map(([, , text = '']) => text)
    .join('\n');
}

/*
 * Measures the first hydration: the entry with its imports, the page's own chunk, and the messages
 * of one language. The charts load afterwards.
 */
function measure(file: string, trackers: RuntimeConfig['trackers'] = undefined): Row {
  // the page as the server sends it, without paragraphs about services that are not configured
  const html = withDisclosures(read(file).toString('utf8'), trackers);
  const page = file.replace(/^pages\/|\.html$/g, '');
  const styles = linked(html, /rel="stylesheet"/);
  const scripts = forHydration(linked(html, /class="later"/)).filter(
    (file) => !file.endsWith('.css'),
  );
  for (const tag of html.match(eagerTags) ?? []) problems.push(`${page}: loads at once: ${tag}`);
  if (scripts.length === 0) problems.push(`${page}: the boot loads nothing`);
  return {
    page,
    html: brotliCompressSync(html).length,
    css: sum(styles.map(brotli)),
    boot: gzipSync(inlineScripts(html), { level: 9 }).length,
    script: sum(scripts.map(gzip)),
  };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6);

const problems: string[] = [];
const rows = locales.flatMap((locale) =>
  readdirSync(join(client, 'pages', locale)).map((name) => measure(`pages/${locale}/${name}`)),
);
console.log(
  'page                            HTML    CSS   both   boot     JS   (kB: 3 × brotli, 2 × gzip)',
);
for (const { page, html, css, boot, script } of rows) {
  console.log(
    `${page.padEnd(29)} ${[html, css, html + css, boot, script].map(kilobytes).join(' ')}`,
  );
  if (boot > bootBudget) problems.push(`${page}: inline scripts ${boot} B > ${bootBudget} B`);
  if (html + css > pageBudget)
    problems.push(`${page}: HTML and CSS ${html + css} B > ${pageBudget} B`);
  if (script > scriptBudget) problems.push(`${page}: JavaScript ${script} B > ${scriptBudget} B`);
}

const later = ['create-app-actor', 'browser-photo'].map((name) => {
  const file = readdirSync(join(client, 'assets')).find(
    (asset) => asset.startsWith(`${name}-`) && asset.endsWith('.js'),
  );
  return `${name} ${file ? kilobytes(gzip(`assets/${file}`)).trim() : '?'} kB`;
});
console.log(`Loaded after hydration: ${later.join(', ')} (gzip)`);

/* Global names of the inspector and the gallery's frames. */
const devtoolMarks = ['__lightwell', 'galleryFrame'];
const devtools = [
  ...readdirSync(client).filter((name) => name.endsWith('.html')),
  ...readdirSync(join(client, 'assets')).filter((name) => {
    const isOurs = () => devtoolMarks.some((mark) => read(join('assets', name)).includes(mark));
    return name.endsWith('.js') && isOurs();
  }),
];
if (devtools.length > 0) problems.push(`Devtools are in this build: ${devtools.join(', ')}`);

const everyService: RuntimeConfig['trackers'] = {
  amplitude: { key: 'key', zone: 'US', batch: false, serverUrl: null },
  gaId: 'G-1',
  metaPixelId: '1',
  tiktokPixelId: 'A',
};
const policies = locales.map((locale) =>
  measure(`pages/${locale}/privacy-policy.html`, everyService),
);
const longest = Math.max(...policies.map(({ html, css }) => html + css));
console.log(`A privacy policy with every outside service: ${kilobytes(longest).trim()} kB at most`);
if (longest > policyBudget) problems.push(`A privacy policy: ${longest} B > ${policyBudget} B`);

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
