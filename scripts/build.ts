import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { precompress } from '../tools/build/precompress.ts';
import { prerenderAll } from '../tools/build/prerender.ts';

/*
 * LIGHTWELL_BUILD=production leaves src/devtools out; every other build exposes the running charts
 * to tests and inspectors.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'dist', 'client');
const prerenderer = join(root, 'dist', 'prerender');
const manifest = join(root, 'dist', 'manifest.json');

process.chdir(root);
process.env.NODE_ENV = 'production';

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

const count = await prerenderAll(client, join(prerenderer, 'entry-prerender.js'), manifest);
rmSync(prerenderer, { recursive: true });
await precompress(client);
console.log(`${count} pages in dist/client/pages`);
process.exit(0);
