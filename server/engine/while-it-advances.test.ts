import { expect, it, vi } from 'vitest';
import { EngineError } from './engine.port.ts';
import { cancelled } from './pool/pool-job.ts';
import { whileItAdvances } from './while-it-advances.ts';

const failed = new EngineError('engine_failed', 'A network has thrown');
const { signal } = new AbortController();

it('runs a job again that failed by something the next run does without', async () => {
  const run = vi.fn().mockRejectedValueOnce(failed).mockRejectedValueOnce(failed);
  run.mockResolvedValue('a picture');
  const onReplaced = vi.fn();
  const given = { signal, onReplaced, blameElsewhere: () => true };
  await expect(whileItAdvances(given, run)).resolves.toBe('a picture');
  expect(run).toHaveBeenCalledTimes(3);
  expect(onReplaced.mock.calls).toEqual([[failed], [failed]]);
});

it('gives up after three runs', async () => {
  const run = vi.fn().mockRejectedValue(failed);
  const blameElsewhere = vi.fn(() => true);
  await expect(whileItAdvances({ signal, blameElsewhere }, run)).rejects.toBe(failed);
  expect(run).toHaveBeenCalledTimes(3);
  expect(blameElsewhere).toHaveBeenCalledTimes(3);
});

it.each([
  ['a failure of its own', failed],
  ['a cancellation', cancelled('The job was cancelled')],
  ['what is no error of the engine', new Error('a defect')],
])('runs nothing again after %s', async (_, error) => {
  const run = vi.fn().mockRejectedValue(error);
  await expect(whileItAdvances({ signal, blameElsewhere: () => false }, run)).rejects.toBe(error);
  expect(run).toHaveBeenCalledTimes(1);
});

it('blames nothing for a job that is stopped', async () => {
  const stopped = AbortSignal.abort();
  const blameElsewhere = vi.fn(() => true);
  const run = vi.fn().mockRejectedValue(failed);
  await expect(whileItAdvances({ signal: stopped, blameElsewhere }, run)).rejects.toBe(failed);
  expect(blameElsewhere).not.toHaveBeenCalled();
});
