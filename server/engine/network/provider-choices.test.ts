import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/pictures.ts';
import { blameFor, type Watched } from './accelerator-blame.ts';
import { type ExecutionProvider, plainProvider } from './arithmetic.ts';
import { takeBackTries } from './choices-file.ts';
import { ProviderChoices } from './provider-choices.ts';

const base = temporaryFolder();
let folder = '';
let providers: ExecutionProvider[] = [];
const network = 'upscale-4x-fine.onnx';

beforeEach(async () => {
  folder = await mkdtemp(path.join(base, 'case-'));
  const file = path.join(folder, network);
  writeFileSync(file, 'a network');
  providers = [plainProvider(file), { name: 'int8', file, executionProviders: ['cpu'] }];
});

const choices = () => new ProviderChoices(path.join(folder, 'arithmetic.json'));

const hour = 3_600_000;

/** Changes the stored time, so that the last trial began `ms` earlier. */
function later(ms = hour) {
  const file = path.join(folder, 'arithmetic.json');
  const known = JSON.parse(readFileSync(file, 'utf8'));
  known[network].triedAt -= ms;
  writeFileSync(file, JSON.stringify(known));
}

describe('ProviderChoices', () => {
  it('is undefined at first', () => {
    expect(choices().find(network, providers)).toBeUndefined();
  });

  it('is stored for the next process', () => {
    choices().settle(network, providers, 'int8');
    expect(choices().find(network, providers)).toBe('int8');
  });

  it('is float during the trial of another process', () => {
    choices().begin(network, providers);
    expect(choices().find(network, providers)).toBe('float');
  });

  it('allows a second trial after one that ended its process, but not a third', () => {
    choices().begin(network, providers);
    later();
    expect(choices().find(network, providers)).toBeUndefined();
    choices().begin(network, providers);
    later();
    expect(choices().find(network, providers)).toBe('float');
    expect(choices().isSettled(network, providers)).toBe(false);
  });

  it('allows another trial after a week', () => {
    choices().begin(network, providers);
    choices().begin(network, providers);
    later(7 * 24 * hour);
    expect(choices().find(network, providers)).toBeUndefined();
    choices().begin(network, providers);
    later();
    expect(choices().find(network, providers)).toBeUndefined();
  });

  const watched = (accelerators: Watched['accelerators'] = ['cuda']): Watched => ({
    file: path.join(folder, 'arithmetic.json'),
    networks: [network, 'other.onnx'],
    accelerators,
  });
  const mayFail = () => blameFor(watched()).mayFail();
  const hold = () => blameFor(watched()).hold(Date.now());
  const kept = () => choices().find(network, providers);

  it('runs on the processor for a week after two jobs in a row that only the processor finished', () => {
    choices().settle(network, providers, 'cuda', 'int8');
    hold();
    later();
    expect([kept(), mayFail()]).toEqual(['cuda', true]);
    blameFor(watched()).clear();
    hold();
    later();
    expect([kept(), mayFail()]).toEqual(['cuda', true]);
    hold();
    expect([kept(), mayFail()]).toEqual(['int8', false]);
    // Simulates the success of a job that began before the failed jobs.
    blameFor(watched()).clear();
    expect(kept()).toBe('int8');
    later(7 * 24 * hour);
    expect([kept(), mayFail()]).toEqual(['cuda', true]);
    hold();
    expect(kept()).toBe('cuda');
  });

  it('counts jobs that failed at the same time once', () => {
    choices().settle(network, providers, 'cuda', 'int8');
    const began = Date.now();
    later();
    blameFor(watched()).hold(began);
    blameFor(watched()).hold(began);
    expect(kept()).toBe('cuda');
    later();
    blameFor(watched()).hold(Date.now());
    expect(kept()).toBe('int8');
  });

  it.each(['int8', 'float'])('does not count a job against %s', (provider) => {
    choices().settle(network, providers, provider);
    hold();
    later();
    hold();
    expect([kept(), mayFail()]).toEqual([provider, false]);
  });

  it('counts nothing against an accelerator that is no longer configured or was never stored', () => {
    const missing = { ...watched(), file: path.join(folder, 'missing.json') };
    blameFor(missing).hold(Date.now());
    expect(blameFor(missing).mayFail()).toBe(false);
    choices().settle(network, providers, 'cuda', 'int8');
    for (const others of [[], ['webgpu']] as const) {
      expect(blameFor(watched(others)).mayFail()).toBe(false);
      blameFor(watched(others)).hold(Date.now());
      later();
      blameFor(watched(others)).hold(Date.now());
    }
    expect(kept()).toBe('cuda');
  });

  it('reports that an accelerator under trial may fail, without counting the failure again', () => {
    choices().begin(network, providers);
    expect(mayFail()).toBe(true);
    hold();
    later();
    expect(mayFail()).toBe(false);
    // The first trial has timed out, so another trial may begin.
    expect(kept()).toBeUndefined();
  });

  it('returns the execution provider of a job without accelerators', () => {
    const without = () => choices().find(network, providers, { withoutAccelerators: true });
    expect(without()).toBe('float');
    choices().begin(network, providers);
    expect(without()).toBe('float');
    choices().settle(network, providers, 'cuda', 'int8');
    expect(without()).toBe('int8');
    choices().settle(network, providers, 'int8');
    expect(without()).toBe('int8');
  });

  it('reads a choice that an earlier version stored without a fallback', () => {
    const file = path.join(folder, 'arithmetic.json');
    choices().settle(network, providers, 'cuda', 'int8');
    const known = JSON.parse(readFileSync(file, 'utf8'));
    delete known[network].onProcessor;
    writeFileSync(file, JSON.stringify(known));
    expect(choices().find(network, providers)).toBe('cuda');
  });

  it('does not count a stop of the server against an execution provider', () => {
    const before = Date.now();
    for (let stop = 0; stop < 3; stop += 1) {
      choices().begin(network, providers);
      takeBackTries(path.join(folder, 'arithmetic.json'), before);
      expect(choices().find(network, providers)).toBeUndefined();
    }
  });

  it('keeps trials that have ended, have a result, or began before this server', () => {
    const file = path.join(folder, 'arithmetic.json');
    choices().begin(network, providers);
    takeBackTries(file, Date.now() + 1);
    later();
    takeBackTries(file, 0);
    choices().begin(network, providers);
    later();
    expect(choices().find(network, providers)).toBe('float');
    choices().settle(network, providers, 'int8');
    takeBackTries(file, 0);
    expect(choices().find(network, providers)).toBe('int8');
  });

  it('measures again after a network has changed', () => {
    choices().settle(network, providers, 'int8');
    writeFileSync(path.join(folder, network), 'another network');
    expect(choices().find(network, providers)).toBeUndefined();
  });

  it.each([
    ['processor', (identity: string) => identity.replace(/^[^;]*/, 'Another CPU')],
    ['runtime', (identity: string) => identity.replace(/\d+\.\d+\.\d+/, '0.0.1')],
  ])('measures again with another %s', (_, change) => {
    choices().settle(network, providers, 'int8');
    const file = path.join(folder, 'arithmetic.json');
    const known = JSON.parse(readFileSync(file, 'utf8'));
    const { identity } = known[network];
    known[network].identity = change(identity);
    expect(known[network].identity).not.toBe(identity);
    writeFileSync(file, JSON.stringify(known));
    expect(choices().find(network, providers)).toBeUndefined();
  });

  it('measures again if its file is damaged', () => {
    choices().settle(network, providers, 'int8');
    writeFileSync(path.join(folder, 'arithmetic.json'), '{"upscale');
    expect(choices().find(network, providers)).toBeUndefined();
  });

  it('serves its own process if the file cannot be written', () => {
    const unwritable = new ProviderChoices(path.join(folder, 'missing', 'arithmetic.json'));
    unwritable.settle(network, providers, 'int8');
    expect(unwritable.find(network, providers)).toBe('int8');
  });
});
