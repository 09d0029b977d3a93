import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../build/prepare.ts';
import { withoutChartMeta } from '../build/vite-plugins.ts';

type Output = { output: readonly { type: string; code?: string }[] };

async function sizeWithout(external: readonly (string | RegExp)[]): Promise<number> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutChartMeta()],
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        input: join(root, 'tools/queue-bench/pages/queue-alone.ts'),
        external: [...external],
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Output;
  const code = built.output.map((one) => one.code ?? '').join('');
  return gzipSync(code, { level: 9 }).length;
}

/** Bytes on top of XState, minified and compressed by gzip. */
export const queueGzipBytes = async () => ({
  /** chart and queue; the library for IndexedDB is in the page for kept photos */
  queue: await sizeWithout(['xstate', 'idb', /\/send-events\.ts$/]),
  /** with what speaks the protocol of Amplitude's collector */
  withSender: await sizeWithout(['xstate', 'idb']),
  withIdb: await sizeWithout(['xstate']),
});
