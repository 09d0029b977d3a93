import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = fileURLToPath(new URL('./faulty-server.fixture.ts', import.meta.url));

/** Own modules find migrations, words and child processes from where they really are. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/**
 * The server in few files: loading hundreds of modules is half of what a start costs.
 * @returns the file that a process runs, and how to remove it
 */
export async function bundleServer() {
  const outDir = join(root, '.cache', `faults-${process.pid}`);
  await build({
    ...{ root, configFile: false, logLevel: 'error' },
    plugins: [keepAddresses],
    ssr: { noExternal: ['drizzle-orm'] },
    build: { ssr: script, outDir, copyPublicDir: false, target: 'node24', minify: false },
  });
  return {
    script: join(outDir, 'faulty-server.fixture.js'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
