import { existsSync } from 'node:fs';
import path from 'node:path';
import { inspection, preview, search } from './budgets.ts';
import type { Engine } from './engine.port.ts';
import type { EngineOptions } from './engine-options.ts';
import { checkFunctions } from './functions/check-functions.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { manifests } from './functions/manifests.ts';
import { LocalEngine } from './local-engine.ts';
import { usualRuntime } from './network/arithmetic.ts';
import { ProcessPool } from './pool/process-pool.ts';
import { Timings } from './timings.ts';

const jobFile = new URL('./job.child.ts', import.meta.url);
const searchFile = new URL('./search.child.ts', import.meta.url);
const previewFile = new URL('./preview.child.ts', import.meta.url);
const inspectFile = new URL('./inspect.child.ts', import.meta.url);

/** Time in which a cancelled hosted job notifies its provider. */
const hostedCancelMs = 15_000;

/**
 * Starts the engine, which runs networks on this machine. It offers the functions whose networks
 * are in `modelsDir`, and every model of `operatorModelsDir`. This process neither decodes pictures
 * nor runs networks.
 * @throws StartRefused if a manifest is invalid
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { modelsDir, operatorModelsDir, places = 1, timingsPath } = options;
  checkFunctions(manifests);
  const operatorModels = operatorModelsDir ? await modelsOf(operatorModelsDir) : [];
  const functions = [...manifests, ...operatorModels].filter(
    ({ models, hosted }) =>
      models.every((name) => existsSync(path.join(modelsDir, name))) &&
      (!hosted || options.hosted !== undefined),
  );
  const timings = await Timings.open(timingsPath);
  const { runtime, choicesPath } = options;
  const settings = { modelsDir, manifests: functions, runtime, choicesPath };
  const { idleMs, memoryMegabytes = 2000 } = options;
  const idle = idleMs === undefined ? {} : { idleMs };
  const engine = new LocalEngine(functions, {
    timings,
    choicesPath,
    accelerators: (runtime ?? usualRuntime).accelerators,
    jobs: new ProcessPool(
      { file: jobFile, settings, budget: { megabytes: memoryMegabytes } },
      { places, ...idle },
    ),
    hosted: options.hosted
      ? new ProcessPool(
          {
            file: jobFile,
            settings: { ...settings, account: options.hosted },
            budget: { megabytes: memoryMegabytes },
          },
          { places: options.hosted.places, cancelPatienceMs: hostedCancelMs, ...idle },
        )
      : null,
    searches: new ProcessPool(
      { file: searchFile, settings, budget: search.budget },
      { ...search.pool, ...idle },
    ),
    previews: new ProcessPool(
      { file: previewFile, settings, budget: preview.budget },
      { ...preview.pool, ...idle },
    ),
    inspections: new ProcessPool(
      { file: inspectFile, settings, budget: inspection.budget },
      { ...inspection.pool, ...idle },
    ),
  });
  if (options.calibrate ?? true) engine.calibrate();
  return engine;
}

/**
 * Reads the operator's models. The import is dynamic, because only the test of an operator's
 * networks needs the runtime in this process.
 */
async function modelsOf(folder: string): Promise<FunctionManifest[]> {
  const { readOperatorModels } = await import('./functions/operator-model/read-models.ts');
  return readOperatorModels(folder);
}
