import { type AnyStateMachine, createMachine } from 'xstate';

const manyMicrosteps = 1000;

/** Builds a chart that throws on an endless `always`, because that would hang a walk. */
export const rebuild = (
  machine: AnyStateMachine,
  config: object = machine.config,
): AnyStateMachine => {
  const options = { maxIterations: manyMicrosteps, ...machine.config.options };
  // createMachine infers types from a literal config; this config exists only at run time
  return createMachine(
    { ...config, options },
    machine.implementations as never,
  ) as unknown as AnyStateMachine;
};
