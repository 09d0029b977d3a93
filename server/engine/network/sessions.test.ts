import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { preparedModels, temporaryFolder } from '../testing/pictures.ts';
import { quantizedFileOf, usualRuntime, waysOf } from './arithmetic.ts';
import { Sessions } from './sessions.ts';
import { WayChoices } from './way-choices.ts';

const network = 'upscale-2x-fast.onnx';
let base = '';
let file = '';
let choicesPath = '';

beforeAll(async () => {
  base = await temporaryFolder();
});

beforeEach(async () => {
  const folder = await mkdtemp(path.join(base, 'case-'));
  const models = await preparedModels();
  for (const name of [network, quantizedFileOf(network)]) {
    await copyFile(path.join(models, name), path.join(folder, name));
  }
  file = path.join(folder, network);
  choicesPath = path.join(folder, 'arithmetic.json');
});

const chosen = () => {
  const choices = new WayChoices(choicesPath);
  const quantized = quantizedFileOf(file);
  const ways = [
    { name: 'float', file, providers: ['cpu'] },
    { name: 'int8', file: quantized, providers: ['cpu'] },
  ];
  return choices.find(network, ways);
};

describe('Sessions', () => {
  it('measures once which arithmetic is faster and keeps it', async () => {
    await new Sessions({ choices: new WayChoices(choicesPath) }).get(file);
    expect(['float', 'int8']).toContain(chosen());
  });

  it('begins no trial where it may be ended at any time, and takes what was measured', async () => {
    const choices = () => new WayChoices(choicesPath);
    const sessions = new Sessions({ choices: choices(), measures: false });
    expect(await sessions.wayOf(file)).toMatchObject({ name: 'float' });
    expect(chosen()).toBeUndefined();
    choices().settle(network, waysOf(file, usualRuntime), 'int8');
    const later = new Sessions({ choices: choices(), measures: false });
    expect(await later.wayOf(file)).toMatchObject({ name: 'int8' });
  });

  it('falls back to floats when the integer network is damaged', async () => {
    await writeFile(quantizedFileOf(file), 'not a network');
    await new Sessions({ choices: new WayChoices(choicesPath) }).get(file);
    expect(chosen()).toBe('float');
  });

  it('does what the operator has decided, without measuring', async () => {
    const runtime = { ...usualRuntime, arithmetic: 'float' as const };
    await rm(quantizedFileOf(file));
    const sessions = new Sessions({ runtime, choices: new WayChoices(choicesPath) });
    expect((await sessions.get(file)).inputNames).toEqual(['input']);
  });

  it('runs on the processor when an accelerator is configured and missing', async () => {
    const runtime = { ...usualRuntime, accelerators: ['cuda', 'coreml'] as const };
    const session = await new Sessions({ runtime }).get(file);
    expect(session.inputNames).toEqual(['input']);
  });
});
