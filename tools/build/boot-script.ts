import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const input = fileURLToPath(new URL('../../src/boot/inline-boot.ts', import.meta.url));

/** Returns the text of the inline boot script, which every page contains. */
export async function buildBootScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const output = 'output' in built ? built.output[0] : null;
  if (!output) throw new Error('The inline boot was not built.');
  const code = output.code.trim();
  if (code.includes('</'))
    throw new Error('The inline boot contains "</", which would end its script element.');
  return code;
}
