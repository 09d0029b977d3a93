import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { z } from 'zod';
import { defaultOptions } from '../../../../machines/model/function-options.ts';
import { StartRefused } from '../../../platform/errors.ts';
import { hostedManifest, hostedModelOf } from '../../hosted/manifest-schema.ts';
import { createSession } from '../../network/sessions.ts';
import { manifestFaults } from '../check-functions.ts';
import type { FunctionManifest } from '../manifest.ts';
import { manifests } from '../manifests.ts';
import { brushOf, maskTensor } from './look.ts';
import { modelOf, type OperatorModel, operatorManifest } from './manifest-schema.ts';
import { parametersOf } from './run.ts';

/**
 * Reads every manifest of the folder and tests each network on a grey tile. Models of a provider are
 * not tested, because a run costs money.
 * @throws StartRefused that lists every fault
 */
export async function readOperatorModels(folder: string): Promise<FunctionManifest[]> {
  if (!existsSync(folder)) {
    throw new StartRefused(`The models folder ${folder} does not exist. Set MODELS_FOLDER.`);
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const problems: string[] = [];
  const models: Named[] = [];
  for (const name of names) {
    const found = await readOne(folder, name);
    problems.push(...found.problems.map((problem) => `${name}: ${problem}`));
    if (found.model) models.push({ name, model: found.model });
  }
  problems.push(...collisions(models));
  if (problems.length > 0) {
    throw new StartRefused(`The models folder ${folder} has faults:\n- ${problems.join('\n- ')}`);
  }
  return models.map(({ model }) => model);
}

type Named = { name: string; model: FunctionManifest };

type Read = { problems: string[]; model: FunctionManifest | undefined };

async function readOne(folder: string, name: string): Promise<Read> {
  const text = await readFile(path.join(folder, name), 'utf8');
  const described = parseJson(text);
  if (described === undefined) return { problems: ['the file is not JSON'], model: undefined };
  if (isHosted(described)) return readHosted(described);
  const parsed = operatorManifest.safeParse(described);
  if (!parsed.success) return { problems: wordsOf(parsed.error), model: undefined };
  const model = modelOf(parsed.data, folder);
  if (!existsSync(model.network.file)) {
    return { problems: [`${parsed.data.file} is missing`], model };
  }
  const faults = manifestFaults(model);
  return { problems: faults.length > 0 ? faults : await tryOut(model), model };
}

const isHosted = (described: unknown) =>
  typeof described === 'object' && described !== null && 'replicate' in described;

function readHosted(described: unknown): Read {
  const parsed = hostedManifest.safeParse(described);
  if (!parsed.success) return { problems: wordsOf(parsed.error), model: undefined };
  const model = hostedModelOf(parsed.data);
  return { problems: manifestFaults(model), model };
}

const wordsOf = ({ issues }: z.ZodError): string[] =>
  issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(' '));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collisions(models: Named[]): string[] {
  const problems: string[] = [];
  for (const [index, { name, model }] of models.entries()) {
    const { code, type } = model;
    const earlier = models.slice(0, index).map((other) => other.model);
    const say = (problem: string) => problems.push(`${name}: ${problem}`);
    if (manifests.some((ours) => ours.code === code))
      say(`the code ${code} belongs to a built-in function`);
    if (earlier.some((other) => other.code === code)) say(`code ${code} is used twice`);
    if (earlier.some((other) => other.type === type)) say(`type ${type} is used twice`);
  }
  return problems;
}

async function tryOut(model: OperatorModel): Promise<string[]> {
  const { file, tile, layout, range, scale } = model.network;
  let session: InferenceSession | undefined;
  try {
    session = await createSession(file, { logSeverityLevel: 4 });
    const [inputName, ...otherInputs] = session.inputNames;
    const outputName = session.outputNames[0];
    if (inputName === undefined || outputName === undefined) {
      return ['the network must have an input and an output'];
    }
    const options = model.options.map(({ name }) => name);
    if (otherInputs.toSorted().join() !== options.toSorted().join()) {
      const inputs = otherInputs.join(', ') || 'none';
      return [`the network's inputs after the picture must be the options, but are: ${inputs}`];
    }
    const { side } = tile;
    const brush = brushOf(model);
    const mask = brush && { [brush.name]: maskTensor(new Float32Array(side * side), side, layout) };
    const grey = new Float32Array(side * side * 3).fill((range[0] + range[1]) / 2);
    const shape = (length: number, channels = 3) =>
      layout === 'NCHW' ? [1, channels, length, length] : [1, length, length, channels];
    const output = await session.run({
      ...parametersOf(model, defaultOptions(model)),
      ...mask,
      [inputName]: new Tensor('float32', grey, shape(side)),
    });
    const { dims = [], type = 'nothing' } = output[outputName] ?? {};
    const channels = model.network.output === 'mask' ? 1 : 3;
    const expected = shape(side * scale, channels).join(' × ');
    if (dims.join(' × ') === expected && type === 'float32') return [];
    return [`the network gives ${type} ${dims.join(' × ')} instead of float32 ${expected}`];
  } catch (error) {
    return [`the network does not run: ${error instanceof Error ? error.message : error}`];
  } finally {
    await session?.release();
  }
}
