import { type AnyStateMachine, createMachine } from 'xstate';

const manyMicrosteps = 1000;

/** Builds the chart with a limit on `always`: an endless one throws instead of hanging the walk. */
export const rebuild = (
  machine: AnyStateMachine,
  config: object = machine.config,
): AnyStateMachine => {
  const options = { maxIterations: manyMicrosteps, ...machine.config.options };
  // createMachine infers its types from a literal, but this config is a value
  return createMachine(
    { ...config, options },
    machine.implementations as never,
  ) as unknown as AnyStateMachine;
};
