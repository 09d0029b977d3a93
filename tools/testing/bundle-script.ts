import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, '.cache');

/** Own modules find migrations, words and child processes from where they really are. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/**
 * A script that tests run as a process, in few files: loading hundreds of modules is more than half of what
 * a start of the server costs (0294).
 * @param script path of the TypeScript file
 * @returns the file that a process runs, and how to remove it
 */
export async function bundleScript(script: string) {
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'script-'));
  await build({
    ...{ root, configFile: false, logLevel: 'error' },
    plugins: [keepAddresses],
    ssr: { noExternal: ['drizzle-orm'] },
    build: { ssr: script, outDir, copyPublicDir: false, target: 'node24', minify: false },
  });
  return {
    script: join(outDir, basename(script).replace(/\.ts$/, '.js')),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
