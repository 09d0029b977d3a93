import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Message } from '../charts.ts';
import type { PageName } from '../model/pages.ts';
import type { AppContext } from './app.types.ts';

/** The data of a crash, for the `afterCrash` of the crashed child. */
export type Crash = {
  context: AppContext;
  /** the child's last snapshot, or undefined if unknown */
  last: Partial<AnyMachineSnapshot> | undefined;
  /** undefined if that chart does not run */
  snapshotOf: (systemId: string) => Partial<AnyMachineSnapshot> | undefined;
};

type Lifetime =
  /** The child lives as long as the root. If `essential`, its failure brings up the error page. */
  | { lifetime: 'app'; essential: boolean }
  /** The child lives while its page is on screen, and the page needs the child. */
  | { lifetime: 'page'; page: PageName };

type Child<Logic extends AnyActorLogic> = {
  /** a chart, or the actor of a port's stream or sink */
  machine: Logic;
  /** messages that repair the state of other charts, sent after the restart */
  afterCrash?: (crash: Crash) => readonly Message[];
} & Lifetime &
  (undefined extends InputFrom<Logic>
    ? { input?: undefined }
    : { input: (context: AppContext) => InputFrom<Logic> });

export const child = <Logic extends AnyActorLogic>(row: Child<Logic>): Child<Logic> => row;

/**
 * The row of a dialog's chart. The chart lives as long as the dialog, and its code is loaded on
 * demand.
 */
export const dialog = <Machine extends AnyStateMachine>(load: () => Promise<Machine>) => ({
  lifetime: 'dialog' as const,
  load,
});
