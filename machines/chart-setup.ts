import { type ActionFunction, type EventObject, type MachineContext, sendTo, setup } from 'xstate';
import { chart } from './charts.ts';
import { rejected } from './port-actors.ts';
import type { PortFailure } from './ports/port-failure.ts';

type Failed = { failure: PortFailure };

/** Limit of steps per event, far above the number that any chart needs. */
const maxIterations = 1000;

type Setup = {
  createMachine: (config: never) => unknown;
  extend: (more: never) => Setup;
};

const limited = (made: Setup): Setup => ({
  ...made,
  createMachine: (config: object) =>
    made.createMachine({ options: { maxIterations }, ...config } as never),
  extend: (more) => limited(made.extend(more)),
});

/**
 * Replaces XState's `setup` for the charts of the page. In XState, a chart that never settles runs
 * forever and freezes the page. A chart of this setup throws instead, and the root handles the
 * error as a crash.
 */
export const setupChart = ((implementations: Parameters<typeof setup>[0]) =>
  limited(setup(implementations) as unknown as Setup)) as unknown as typeof setup;

/** Returns an action that reports a failed call to the root. See `rejected` for `fallback`. */
export const sendRejected = <Context extends MachineContext, Event extends EventObject>(
  fallback?: Parameters<typeof rejected>[0],
): ActionFunction<Context, Event, Event, Failed, never, never, never, never, never> =>
  sendTo(chart('app'), rejected(fallback));
