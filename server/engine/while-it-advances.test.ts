import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { saveCheckpoint } from './checkpoint.ts';
import { EngineError } from './engine.port.ts';
import { ChildDied, cancelled } from './pool/pool-job.ts';
import { temporaryFolder } from './testing/pictures.ts';
import { whileItAdvances } from './while-it-advances.ts';

const failed = new EngineError('engine_failed', 'A network has thrown');
const { signal } = new AbortController();
const onCard = { withoutAccelerators: false };
const onProcessor = { withoutAccelerators: true };
const blameThat = (mayFail: () => boolean) => ({ mayFail, hold: vi.fn(), clear: vi.fn() });
const given = { signal, blame: blameThat(() => true) };

it('runs a job on the processor that failed by an accelerator', async () => {
  const run = vi.fn().mockRejectedValueOnce(failed).mockResolvedValue('a picture');
  const onReplaced = vi.fn();
  await expect(whileItAdvances({ ...given, onReplaced }, run)).resolves.toBe('a picture');
  expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
  expect(onReplaced.mock.calls).toEqual([[failed]]);
});

it('gives up when the processor cannot do it either', async () => {
  const run = vi.fn().mockRejectedValue(failed);
  await expect(whileItAdvances(given, run)).rejects.toBe(failed);
  expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
});

it('suspects an accelerator that was given up meanwhile, and one whose trial has begun', async () => {
  for (const answers of [
    [true, false],
    [false, true],
  ]) {
    const blame = blameThat(() => answers.shift() ?? false);
    const run = vi.fn().mockRejectedValueOnce(failed).mockResolvedValue('a picture');
    await expect(whileItAdvances({ signal, blame }, run)).resolves.toBe('a picture');
    expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
  }
});

it.each([
  ['a failure of its own', failed, false],
  ['a cancellation', cancelled('The job was cancelled'), true],
  ['what is no error of the engine', new Error('a defect'), true],
])('runs nothing again after %s', async (_, error, suspects) => {
  const run = vi.fn().mockRejectedValue(error);
  const blame = blameThat(() => suspects);
  await expect(whileItAdvances({ signal, blame }, run)).rejects.toBe(error);
  expect(run).toHaveBeenCalledTimes(1);
});

it('runs nothing again for a job that is stopped', async () => {
  const run = vi.fn().mockRejectedValue(failed);
  await expect(whileItAdvances({ ...given, signal: AbortSignal.abort() }, run)).rejects.toBe(
    failed,
  );
  expect(run).toHaveBeenCalledTimes(1);
});

it.each([
  ['on the card, and last on the processor', true, [onCard, onCard, onProcessor]],
  ['three times', false, [onCard, onCard, onCard]],
])('a job whose processes die after another strip is run %s', async (_, suspects, wishes) => {
  const keepDir = await mkdtemp(path.join(await temporaryFolder(), 'kept-'));
  const died = new ChildDied('engine_failed', 'SIGKILL');
  let rows = 0;
  const run = vi.fn(async () => {
    rows += 64;
    await saveCheckpoint(keepDir, { origin: 'a', rows, sum: 1 });
    throw died;
  });
  const blame = blameThat(() => suspects);
  await expect(whileItAdvances({ signal, keepDir, blame }, run)).rejects.toBe(died);
  expect(run.mock.calls).toEqual(wishes.map((wish) => [wish]));
});

it('a job whose process dies at once on the card goes to the processor', async () => {
  const died = new ChildDied('engine_failed', 'SIGSEGV');
  const run = vi.fn().mockRejectedValueOnce(died).mockResolvedValue('a picture');
  await expect(whileItAdvances(given, run)).resolves.toBe('a picture');
  expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
});

it('holds the failed run against the accelerator once the processor has done the job', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1000);
  const blame = blameThat(() => true);
  const run = vi.fn().mockImplementationOnce(async () => {
    now.mockReturnValue(2000);
    throw failed;
  });
  await whileItAdvances({ signal, blame }, run.mockResolvedValue('a picture'));
  expect([blame.hold.mock.calls, blame.clear.mock.calls]).toEqual([[[1000]], []]);
});

it('clears what went well as it was begun, and blames nothing where the processor fails, too', async () => {
  const well = blameThat(() => true);
  await whileItAdvances({ signal, blame: well }, async () => 'a picture');
  expect([well.hold.mock.calls, well.clear.mock.calls]).toEqual([[], [[]]]);
  const badly = blameThat(() => true);
  const run = () => Promise.reject(failed);
  await expect(whileItAdvances({ signal, blame: badly }, run)).rejects.toBe(failed);
  expect([badly.hold.mock.calls, badly.clear.mock.calls]).toEqual([[], []]);
});
