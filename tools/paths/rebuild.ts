import { type AnyStateMachine, createMachine } from 'xstate';

const manyMicrosteps = 1000;

/** A chart without an end to its `always` would hang a walk: a rebuilt one throws instead. */
export const rebuild = (
  machine: AnyStateMachine,
  config: object = machine.config,
): AnyStateMachine => {
  const options = { maxIterations: manyMicrosteps, ...machine.config.options };
  // createMachine's types want to infer what is only known at run time here
  return createMachine(
    { ...config, options },
    machine.implementations as never,
  ) as unknown as AnyStateMachine;
};
