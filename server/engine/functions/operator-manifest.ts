import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import {
  functionCode,
  functionTypes,
  operatorFunctionTypeFrom,
} from '../../../contract/functions.ts';

/** One `*.json` of the operator's models folder; Decision 0013 shows an example. */
const manifestSchema = z
  .strictObject({
    code: functionCode,
    type: z.int().min(operatorFunctionTypeFrom),
    credits: z.int().min(0),
    unit: z.union([z.literal(1), z.literal(2)]),
    /** ONNX file beside the manifest */
    file: z.string().regex(/^[^/\\]+\.onnx$/, 'must name an .onnx file in the same folder'),
    scale: z.int().min(1).max(8),
    layout: z.enum(['NCHW', 'NHWC']).default('NCHW'),
    /** values of black and white */
    range: z.tuple([z.number(), z.number()]).default([0, 1]),
    /** side of the square that one run sees, margins included, pixels */
    tile: z.int().min(16).max(1024).default(256),
    /** pixels of a tile's edge whose result is not used */
    margin: z.int().min(0).default(16),
    maxPixels: z.int().positive().max(50e6).default(12e6),
    minSide: z.int().positive().default(16),
    /** names by language */
    names: z.record(z.string(), z.string().min(1)).default({}),
  })
  .refine(({ tile, margin }) => tile > 2 * margin, 'tile must be larger than two margins')
  .refine(({ range: [black, white] }) => black !== white, 'range must have two different values');

export type OperatorModel = Omit<z.infer<typeof manifestSchema>, 'file'> & {
  /** absolute path of the ONNX file */
  file: string;
};

/**
 * Reads every manifest of the folder and tries its network on one grey tile. Throws one error that
 * lists everything that is wrong with any of them.
 */
export async function readOperatorModels(folder: string): Promise<OperatorModel[]> {
  if (!existsSync(folder)) throw new Error(`The models folder ${folder} does not exist`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const problems: string[] = [];
  const models: OperatorModel[] = [];
  for (const name of names) {
    const found = await readOne(folder, name);
    problems.push(...found.problems.map((problem) => `${name}: ${problem}`));
    if (found.model) models.push(found.model);
  }
  problems.push(...collisions(models));
  if (problems.length > 0) {
    throw new Error(`The models folder ${folder} has faults:\n- ${problems.join('\n- ')}`);
  }
  return models;
}

async function readOne(folder: string, name: string) {
  const parsed = manifestSchema.safeParse(
    parseJson(await readFile(path.join(folder, name), 'utf8')),
  );
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      [issue.path.join('.'), issue.message].filter(Boolean).join(' '),
    );
    return { problems, model: undefined };
  }
  const model = { ...parsed.data, file: path.resolve(folder, parsed.data.file) };
  if (!existsSync(model.file)) return { problems: [`${parsed.data.file} is missing`], model };
  return { problems: await tryOut(model), model };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collisions(models: OperatorModel[]): string[] {
  const problems: string[] = [];
  for (const [index, { code, type }] of models.entries()) {
    if (Object.hasOwn(functionTypes, code)) problems.push(`code ${code} is built in`);
    const others = models.slice(index + 1);
    if (others.some((other) => other.code === code)) problems.push(`code ${code} is used twice`);
    if (others.some((other) => other.type === type)) problems.push(`type ${type} is used twice`);
  }
  return problems;
}

async function tryOut({ file, tile, layout, range, scale }: OperatorModel): Promise<string[]> {
  let session: InferenceSession | undefined;
  try {
    session = await InferenceSession.create(file, { logSeverityLevel: 4 });
    const [inputName, ...otherInputs] = session.inputNames;
    const outputName = session.outputNames[0];
    if (inputName === undefined || outputName === undefined || otherInputs.length > 0) {
      return ['the network must have one input and an output'];
    }
    const grey = new Float32Array(tile * tile * 3).fill((range[0] + range[1]) / 2);
    const shape = (side: number) => (layout === 'NCHW' ? [1, 3, side, side] : [1, side, side, 3]);
    const output = await session.run({ [inputName]: new Tensor('float32', grey, shape(tile)) });
    const { dims = [], type = 'nothing' } = output[outputName] ?? {};
    const expected = shape(tile * scale).join(' × ');
    if (dims.join(' × ') === expected && type === 'float32') return [];
    return [`the network gives ${type} ${dims.join(' × ')} instead of float32 ${expected}`];
  } catch (error) {
    return [`the network does not run: ${error instanceof Error ? error.message : error}`];
  } finally {
    await session?.release();
  }
}
