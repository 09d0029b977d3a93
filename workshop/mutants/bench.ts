import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Failure } from './failure.ts';
import type { Bench } from './judge.ts';
import type { Order } from './mutants.child.ts';

const usualChild = join(import.meta.dirname, 'mutants.child.ts');

const loadLimitMs = 300_000;

/**
 * Kills the process group, because a test in an endless loop does not notice the end of its parent.
 */
const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
};

type Answer = { message: unknown } | 'late' | 'died';

/**
 * Resolves with the next message of a child. If the child dies or exceeds the limit, resolves with
 * that reason.
 */
const answerOf = (child: ChildProcess, limitMs: number): Promise<Answer> =>
  new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    const timer = setTimeout(settle, limitMs, 'late');
    const onMessage = (message: unknown) => settle({ message });
    const onExit = () => settle('died');
    child.once('message', onMessage).once('exit', onExit);
    if (child.exitCode !== null || child.signalCode !== null) onExit();
  });

const silence: Record<'late' | 'died', Failure> = {
  late: { kind: 'timeout', test: 'the time limit', file: null, ms: 0 },
  died: { kind: 'unhandled', test: 'the test process died', file: null, ms: 0 },
};

/**
 * A bench that runs tests in child processes. A dead child, or one that exceeds the limit, is
 * replaced.
 */
export const openBench = (root: string, childPath = usualChild): Bench => {
  let child: ChildProcess | undefined;

  const renew = () => {
    if (child) killGroup(child);
    child = undefined;
  };

  async function start(): Promise<ChildProcess | 'late' | 'died'> {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    child = fork(childPath, { cwd: root, detached: true, stdio: [...stdio] });
    const ready = await answerOf(child, loadLimitMs);
    return typeof ready === 'string' ? ready : child;
  }

  async function obey(order: Order, limitMs: number): Promise<Failure | null> {
    const worker = child ?? (await start());
    const answer = typeof worker === 'string' ? worker : await ask(worker, order, limitMs);
    if (typeof answer !== 'string') return answer.message as Failure | null;
    renew();
    return silence[answer];
  }

  return {
    renew,
    run: (mutant, tests, limitMs) => obey({ mutant, tests }, limitMs),
    loads: async (file, mutant) => (await obey({ mutant, load: file }, loadLimitMs)) === null,
  };
};

const ask = (worker: ChildProcess, order: Order, limitMs: number): Promise<Answer> => {
  const answer = answerOf(worker, limitMs);
  // a dead child receives nothing, and its end counts as the answer
  if (worker.connected) worker.send(order, () => {});
  return answer;
};
