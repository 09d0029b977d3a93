import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../build/prepare.ts';
import { withoutChartMeta } from '../build/vite-plugins.ts';

type Output = { output: readonly { type: string; code?: string }[] };

/** The page has them already: the charts' and those of kept photos. */
const shared = ['xstate', 'idb'];

async function sizeWithout(external: readonly string[]): Promise<number> {
  const built = (await build({
    ...{ root, configFile: false, logLevel: 'error', plugins: [withoutChartMeta()] },
    build: {
      ...{ write: false, copyPublicDir: false, target: 'es2022', minify: true },
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

/** Bytes of the queue and its chart, minified and compressed by gzip, on top of XState. */
export const queueGzipBytes = async () => ({
  alone: await sizeWithout(['xstate']),
  /** on top of the library for IndexedDB, too */
  beside: await sizeWithout(shared),
});
