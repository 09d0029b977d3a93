import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../engine.ts';

/*
 * Runs one function on one photo in a process of its own and prints {"ms", "peakMegabytes"}: the peak
 * of a process can only be read as a whole. Arguments: networks, operator's models or "-", function
 * code, photo.
 */
const [modelsDir = '', operatorModelsDir = '-', code = '', inputPath = ''] = process.argv.slice(2);
const outputDir = await mkdtemp(path.join(os.tmpdir(), 'lightwell-measure-'));
const engine = await createEngine({
  modelsDir,
  calibrate: false,
  ...(operatorModelsDir === '-' ? {} : { operatorModelsDir }),
});
try {
  const start = performance.now();
  const signal = new AbortController().signal;
  await engine.run({ id: 'run', code, options: {}, inputPath, outputDir, signal, onProgress() {} });
  const ms = performance.now() - start;
  const peakMegabytes = process.resourceUsage().maxRSS / 1000;
  console.log(JSON.stringify({ ms: Math.round(ms), peakMegabytes: Math.round(peakMegabytes) }));
} finally {
  await engine.close();
  await rm(outputDir, { recursive: true, force: true });
}
