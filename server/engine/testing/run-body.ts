import path from 'node:path';
import { defaultOptions } from '../../../machines/model/function-options.ts';
import type { OptionValues } from '../../../machines/model/functions.ts';
import { EngineError } from '../engine.port.ts';
import { bodyOf } from '../functions/body-of.ts';
import { manifests } from '../functions/manifests.ts';
import { Sessions } from '../network/sessions.ts';
import type { Picture } from './quality.ts';

const sessions = new Sessions();

/** Runs the body of a built-in function on pixels, without files and processes. */
export async function runBody(
  modelsDir: string,
  code: string,
  picture: Picture,
  options: OptionValues = {},
): Promise<Picture> {
  const manifest = manifests.find((offered) => offered.code === code);
  if (!manifest) throw new Error(`No function "${code}"`);
  const run = await bodyOf(manifest);
  const result = { width: 0, height: 0, parts: [] as Uint8Array[] };
  const outcome = await run({
    manifest,
    options: { ...defaultOptions(manifest), ...options },
    photo: { ...picture, alpha: null, icc: null, format: 'png' },
    sessions,
    modelFile: (name) => path.resolve(modelsDir, name),
    readPicture: async () => {
      throw new Error('This run has no picture for an option');
    },
    inColoursOfPhoto: async (shown) => shown,
    reuse: (find) => find(),
    async createSink({ width, height }) {
      Object.assign(result, { width, height });
      return {
        rows: 0,
        async write(rows) {
          result.parts.push(rows.slice());
        },
      };
    },
    resumed() {},
    async checkpoint() {},
  });
  if (outcome.kind !== 'succeeded') throw new Error(`${code} rejected the picture`);
  const { width, height, parts } = result;
  return { width, height, rgb: new Uint8Array(Buffer.concat(parts)) };
}

/** Runs a function like `runBody`. Returns the picture itself if the function refuses it. */
export async function runOrKeep(...run: Parameters<typeof runBody>): Promise<Picture> {
  const [, code, picture] = run;
  const refusal = manifests.find((offered) => offered.code === code)?.refusal;
  return runBody(...run).catch((error: unknown) => {
    if (error instanceof EngineError && error.code === refusal) return picture;
    throw error;
  });
}
