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

it('runs a job on the processor after a failure on an accelerator', async () => {
  const run = vi.fn().mockRejectedValueOnce(failed).mockResolvedValue('a picture');
  const onReplaced = vi.fn();
  await expect(whileItAdvances({ ...given, onReplaced }, run)).resolves.toBe('a picture');
  expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
  expect(onReplaced.mock.calls).toEqual([[failed]]);
});

it('gives up if the processor fails, too', async () => {
  const run = vi.fn().mockRejectedValue(failed);
  await expect(whileItAdvances(given, run)).rejects.toBe(failed);
  expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
});

it('runs a job again if its accelerator was given up meanwhile or is under trial', async () => {
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
  ['an error from outside the engine', new Error('a defect'), true],
])('does not run a job again after %s', async (_, error, suspects) => {
  const run = vi.fn().mockRejectedValue(error);
  const blame = blameThat(() => suspects);
  await expect(whileItAdvances({ signal, blame }, run)).rejects.toBe(error);
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not run a stopped job again', async () => {
  const run = vi.fn().mockRejectedValue(failed);
  await expect(whileItAdvances({ ...given, signal: AbortSignal.abort() }, run)).rejects.toBe(
    failed,
  );
  expect(run).toHaveBeenCalledTimes(1);
});

const folder = temporaryFolder();

it.each([
  ['on the accelerator, and last on the processor', true, [onCard, onCard, onProcessor]],
  ['three times', false, [onCard, onCard, onCard]],
])('a job whose processes die after another strip runs %s', async (_, suspects, expected) => {
  const keepDir = await mkdtemp(path.join(folder, 'kept-'));
  const died = new ChildDied('engine_failed', 'SIGKILL');
  let rows = 0;
  const run = vi.fn(async () => {
    rows += 64;
    await saveCheckpoint(keepDir, { origin: 'a', rows, sum: 1 });
    throw died;
  });
  const blame = blameThat(() => suspects);
  await expect(whileItAdvances({ signal, keepDir, blame }, run)).rejects.toBe(died);
  expect(run.mock.calls).toEqual(expected.map((settings) => [settings]));
});

it('a job whose process dies at once on the accelerator moves to the processor', async () => {
  const died = new ChildDied('engine_failed', 'SIGSEGV');
  const run = vi.fn().mockRejectedValueOnce(died).mockResolvedValue('a picture');
  await expect(whileItAdvances(given, run)).resolves.toBe('a picture');
  expect(run.mock.calls).toEqual([[onCard], [onProcessor]]);
});

it('counts the failed run against the accelerator once the processor has finished the job', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1000);
  const blame = blameThat(() => true);
  const run = vi.fn().mockImplementationOnce(async () => {
    now.mockReturnValue(2000);
    throw failed;
  });
  await whileItAdvances({ signal, blame }, run.mockResolvedValue('a picture'));
  expect([blame.hold.mock.calls, blame.clear.mock.calls]).toEqual([[[1000]], []]);
});

it('clears the blame after a success on the first choice, and blames nothing if the processor fails, too', async () => {
  const well = blameThat(() => true);
  await whileItAdvances({ signal, blame: well }, async () => 'a picture');
  expect([well.hold.mock.calls, well.clear.mock.calls]).toEqual([[], [[]]]);
  const badly = blameThat(() => true);
  const run = () => Promise.reject(failed);
  await expect(whileItAdvances({ signal, blame: badly }, run)).rejects.toBe(failed);
  expect([badly.hold.mock.calls, badly.clear.mock.calls]).toEqual([[], []]);
});
