import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { BuildKind } from '../server/platform/process/process-build.ts';
import {
  makeBuild,
  removeUnusedBuilds,
  reuseBuild,
} from '../server/platform/process/stored-builds.ts';
import { fingerprintOf, root } from '../tools/build/fingerprint.ts';
import { precompress } from '../tools/build/precompress.ts';
import { prerenderAll } from '../tools/build/prerender.ts';
import { buildServiceWorker } from '../tools/build/service-worker.ts';

/*
 * LIGHTWELL_BUILD=production omits src/devtools. Every other build exposes the running charts to
 * tests and inspectors.
 */
const kind: BuildKind = process.env.LIGHTWELL_BUILD === 'production' ? 'production' : 'development';
const dist = join(root, 'dist');

process.chdir(root);
process.env.NODE_ENV = 'production';

const fingerprint = fingerprintOf(kind);

/** The build id. It is short, because every page contains it. */
const buildId = fingerprint.slice(-12);

async function buildPages(folder: string) {
  const client = join(folder, 'client');
  const prerenderer = join(folder, 'prerender');
  const manifest = join(folder, 'manifest.json');
  await build({ logLevel: 'warn', build: { outDir: client, emptyOutDir: true } });
  renameSync(join(client, '.vite', 'manifest.json'), manifest);
  rmSync(join(client, '.vite'), { recursive: true });

  mkdirSync(prerenderer, { recursive: true });
  await build({
    logLevel: 'warn',
    build: {
      ssr: 'src/entry-prerender.tsx',
      outDir: prerenderer,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
    },
  });

  // The server renders prices while it runs. The renderer contains its packages, because servers may
  // read it from a folder that they share.
  await build({
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/entry-pricing.tsx',
      outDir: join(client, 'pages'),
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: false,
    },
  });

  const entry = join(prerenderer, 'entry-prerender.js');
  const count = await prerenderAll(client, entry, manifest, buildId);
  rmSync(prerenderer, { recursive: true });
  writeFileSync(join(client, 'service-worker.js'), await buildServiceWorker());
  await precompress(client);
  console.log(`${count} pages are prerendered.`);
}

if (reuseBuild(dist, kind, fingerprint)) console.log('The pages are built already.');
else await makeBuild({ dist, kind, fingerprint: () => fingerprintOf(kind) }, buildPages);
removeUnusedBuilds(dist);
console.log(`The build is in dist/builds/${fingerprint}`);
process.exit(0);
