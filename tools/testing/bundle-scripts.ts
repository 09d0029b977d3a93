import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, '.cache');

/**
 * Gives each bundled module its original `import.meta` URL, by which modules find migrations, texts
 * and child processes.
 */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (id.includes('node_modules') || !/import\.meta\.(url|dirname)/.test(code)) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
  },
};

/**
 * Bundles scripts that tests run as processes, because loading hundreds of modules takes more than
 * half of the time in which the server starts.
 * @param scripts paths of TypeScript files with different names
 * @returns the files to run, and a function that removes them
 */
export async function bundleScripts<Name extends string>(scripts: Record<Name, string>) {
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'script-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [keepAddresses],
    ssr: { noExternal: ['drizzle-orm'] },
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { input: scripts },
    },
  });
  const entries = Object.keys(scripts).map((name) => [name, join(outDir, `${name}.js`)]);
  return {
    scripts: Object.fromEntries(entries) as Record<Name, string>,
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
