import type { TestModule } from 'vitest/node';

/**
 * The cause of a failure. `load`: the tests of a file could not be collected. `unhandled`: an error
 * outside the tests, or the death of their process.
 */
export type FailureKind = 'assertion' | 'load' | 'timeout' | 'unhandled';

/**
 * `file` is relative to the root, or null if unknown. `names` is absent if the whole file failed.
 */
export type Failure = {
  kind: FailureKind;
  test: string;
  file: string | null;
  names?: string[] | undefined;
  ms: number;
};

type Thrown = { name?: string | undefined; message: string };

const isTimeout = ({ name = '', message }: Thrown): boolean =>
  /TimeoutError$/.test(name) || /\btimed out\b/i.test(message);

const kindOf = (errors: readonly Thrown[]): FailureKind =>
  errors.some(isTimeout) ? 'timeout' : 'assertion';

/** The first failed test in these modules, or the failed file. */
export const failureIn = (modules: readonly TestModule[]): Failure | null => {
  for (const module of modules) {
    if (module.state() !== 'failed') continue;
    const file = module.relativeModuleId;
    for (const test of module.children.allTests('failed')) {
      const kind = kindOf(test.result().errors ?? []);
      const ms = test.diagnostic()?.duration ?? 0;
      return { kind, test: test.fullName, file, names: [test.fullName], ms };
    }
    const [collected] = module.children.allTests();
    const suites = [...module.children.allSuites()];
    const errors = [...module.errors(), ...suites.flatMap((suite) => suite.errors())];
    // hooks of a file run after its tests were collected
    const kind = collected ? kindOf(errors) : 'load';
    return { kind, test: file, file, ms: module.diagnostic().duration };
  }
  return null;
};
