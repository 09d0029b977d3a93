import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preparedModels, temporaryFolder } from '../testing/pictures.ts';
import { blameFor } from './accelerator-blame.ts';
import { providersOf, quantizedFileOf, usualRuntime } from './arithmetic.ts';
import { ProviderChoices } from './provider-choices.ts';
import { Sessions } from './sessions.ts';

const network = 'upscale-2x-fast.onnx';
const base = temporaryFolder();
let file = '';
let choicesPath = '';

beforeEach(async () => {
  const folder = await mkdtemp(path.join(base, 'case-'));
  const models = await preparedModels();
  for (const name of [network, quantizedFileOf(network)]) {
    await copyFile(path.join(models, name), path.join(folder, name));
  }
  file = path.join(folder, network);
  choicesPath = path.join(folder, 'arithmetic.json');
});

const choices = () => new ProviderChoices(choicesPath);
const providers = () => providersOf(file, usualRuntime);
const isSettled = () => choices().isSettled(network, providers());
const chosen = () => choices().find(network, providers());

describe('Sessions', () => {
  it('measures once which arithmetic is faster and stores the choice', async () => {
    const provider = await new Sessions({ choices: choices() }).providerOf(file);
    expect(isSettled()).toBe(true);
    expect(chosen()).toBe(provider.name);
    const begun = vi.spyOn(ProviderChoices.prototype, 'begin');
    expect(await new Sessions({ choices: choices() }).providerOf(file)).toEqual(provider);
    expect(begun).not.toHaveBeenCalled();
    begun.mockRestore();
  });

  it('starts no trial in a process that may be ended at any time, and uses stored measurements', async () => {
    const sessions = new Sessions({ choices: choices(), measures: false });
    expect(await sessions.providerOf(file)).toMatchObject({ name: 'float' });
    expect(chosen()).toBeUndefined();
    const before = await sessions.get(file);
    choices().begin(network, providers());
    await sessions.renew();
    expect(await sessions.get(file)).toBe(before);
    choices().settle(network, providers(), 'int8');
    // A picture in progress keeps its execution provider.
    expect(await sessions.get(file)).toBe(before);
    await sessions.renew();
    expect(await sessions.providerOf(file)).toMatchObject({ name: 'int8' });
    const after = await sessions.get(file);
    expect(after).not.toBe(before);
    await sessions.renew();
    expect(await sessions.get(file)).toBe(after);
  });

  it('uses another execution provider for the next job after an accelerator was given up', async () => {
    const runtime = { ...usualRuntime, accelerators: ['cuda'] as const };
    const withCard = providersOf(file, runtime);
    choices().settle(network, withCard, 'int8');
    const sessions = new Sessions({ runtime, choices: choices() });
    expect(await sessions.providerOf(file)).toMatchObject({ name: 'int8' });
    choices().settle(network, withCard, 'cuda', 'float');
    const blame = blameFor({ file: choicesPath, networks: [network], ...runtime });
    blame.hold(Date.now() + 1000);
    blame.hold(Date.now() + 1000);
    await sessions.renew();
    expect(await sessions.providerOf(file)).toMatchObject({ name: 'float' });
  });

  it('runs one job without accelerators and the next one with them', async () => {
    const runtime = { ...usualRuntime, accelerators: ['cuda'] as const };
    choices().settle(network, providersOf(file, runtime), 'cuda', 'int8');
    const sessions = new Sessions({ runtime, choices: choices(), measures: false });
    const taken = vi.spyOn(ProviderChoices.prototype, 'find');
    const chosen = () => taken.mock.results.at(-1)?.value;
    // This machine has no accelerator, so floats are used instead.
    expect(await sessions.providerOf(file)).toMatchObject({ name: 'float' });
    expect(chosen()).toBe('cuda');
    await sessions.renew({ withoutAccelerators: true });
    expect(await sessions.providerOf(file)).toMatchObject({ name: 'int8' });
    await sessions.renew();
    await sessions.get(file);
    expect(chosen()).toBe('cuda');
    taken.mockRestore();
  });

  it('falls back to floats when the integer network is damaged', async () => {
    await writeFile(quantizedFileOf(file), 'not a network');
    await new Sessions({ choices: choices() }).get(file);
    expect(isSettled()).toBe(true);
    expect(chosen()).toBe('float');
  });

  it.each([
    ['a process that measures', true],
    ['one that does not', false],
  ])('%s works without an execution provider that has disappeared', async (_, measures) => {
    const runtime = { ...usualRuntime, accelerators: ['cuda'] as const };
    choices().settle(network, providersOf(file, runtime), 'cuda');
    const sessions = new Sessions({ runtime, choices: choices(), measures });
    expect((await sessions.providerOf(file)).executionProviders).toEqual(['cpu']);
    expect(choices().find(network, providersOf(file, runtime)) === 'cuda').toBe(!measures);
  });

  it("follows the operator's setting without measuring", async () => {
    const runtime = { ...usualRuntime, arithmetic: 'float' as const };
    await rm(quantizedFileOf(file));
    const sessions = new Sessions({ runtime, choices: choices() });
    expect((await sessions.get(file)).inputNames).toEqual(['input']);
  });

  it('runs on the processor if a configured accelerator is missing', async () => {
    const runtime = { ...usualRuntime, accelerators: ['cuda', 'coreml'] as const };
    const session = await new Sessions({ runtime }).get(file);
    expect(session.inputNames).toEqual(['input']);
  });
});
