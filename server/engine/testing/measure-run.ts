import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { manifests } from '../functions/manifests.ts';
import { readOperatorModels } from '../functions/operator-model/read-models.ts';
import { Sessions } from '../network/sessions.ts';
import { runJob } from '../run-job.ts';

/*
 * Runs one function on one photo and prints {"ms", "peakMegabytes"}. This is a separate program,
 * because the memory peak can only be read for a whole process. Arguments: folder of the networks,
 * folder of the operator's models or "-", function code, photo.
 */
const [modelsDir = '', operatorModelsDir = '-', code = '', inputPath = ''] = process.argv.slice(2);
sharp.cache(false);
const operatorModels = operatorModelsDir === '-' ? [] : await readOperatorModels(operatorModelsDir);
const manifest = [...manifests, ...operatorModels].find((offered) => offered.code === code);
if (!manifest) throw new Error(`No function "${code}"`);
const { run } = await import(`../functions/${manifest.body}/run.ts`);
const outputDir = await mkdtemp(path.join(os.tmpdir(), 'lightwell-measure-'));
try {
  const start = performance.now();
  await runJob({
    job: { id: 'run', code, options: {}, inputPath, outputDir },
    manifest,
    body: run,
    sessions: new Sessions(),
    modelsDir,
    signal: new AbortController().signal,
    report() {},
    showPartial() {},
    async checkpoint() {},
  });
  const ms = performance.now() - start;
  const peakMegabytes = process.resourceUsage().maxRSS / 1000;
  console.log(JSON.stringify({ ms: Math.round(ms), peakMegabytes: Math.round(peakMegabytes) }));
} finally {
  await rm(outputDir, { recursive: true, force: true });
}
