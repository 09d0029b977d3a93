import { fileURLToPath } from 'node:url';
import { bundleScript } from './bundle-script.ts';

const input = fileURLToPath(new URL('../../src/boot/inline-boot.ts', import.meta.url));

/** Returns the text of the inline boot script, which every page contains. */
export async function buildBootScript(): Promise<string> {
  const code = await bundleScript(input);
  if (code.includes('</'))
    throw new Error('The inline boot contains "</", which would end its script element.');
  return code;
}
