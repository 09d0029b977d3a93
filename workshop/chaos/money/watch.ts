/** A run that takes longer than this counts as hanging. It is long enough for a slow machine. */
const patienceMs = 120_000;

type Step = { name: string; begun: number; stack: string };

/** Records the steps that have begun but not ended. If a run hangs, one of them is the cause. */
export function createOpenSteps() {
  const steps = new Set<Step>();
  return {
    async during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const { stack = '' } = new Error('begun');
      const step = { name, begun: performance.now(), stack };
      steps.add(step);
      try {
        return await work();
      } finally {
        steps.delete(step);
      }
    },
    list: () =>
      [...steps].map(({ name, begun, stack }) => {
        const seconds = Math.round((performance.now() - begun) / 1000);
        return `${name}, for ${seconds} s\n${stack.split('\n').slice(2, 8).join('\n')}`;
      }),
  };
}

/**
 * Ends a hanging run and reports its open steps. @returns the timer, to be cleared at the end of
 * the run
 */
export function watch(openSteps: () => string[], seed: number): NodeJS.Timeout {
  return setTimeout(() => {
    const steps = openSteps();
    const where =
      steps.length > 0 ? `Open steps:\n${steps.join('\n')}` : 'No step of the server is open.';
    throw new Error(
      `The run with the seed ${seed} did not end within ${patienceMs / 1000} s. ${where}`,
    );
  }, patienceMs);
}
