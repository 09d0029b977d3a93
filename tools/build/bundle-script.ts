import { build } from 'vite';

/**
 * Returns the text of a script that contains all its imports.
 * @param input path of the source file
 * @param define constants of the script, as source code
 */
export async function bundleScript(
  input: string,
  define: Record<string, string> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const output = 'output' in built ? built.output[0] : null;
  if (!output) throw new Error(`${input} was not built.`);
  return output.code.trim();
}
