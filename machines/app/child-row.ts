import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Message } from '../charts.ts';
import type { PageName } from '../model/pages.ts';
import type { AppContext } from './app.types.ts';

/** Describes a crash for the function `afterCrash` of the crashed child. */
export type Crash = {
  context: AppContext;
  /** the crashed child's last snapshot, or undefined if there is no snapshot */
  last: Partial<AnyMachineSnapshot> | undefined;
  /** returns another chart's snapshot, or undefined if that chart does not run */
  snapshotOf: (systemId: string) => Partial<AnyMachineSnapshot> | undefined;
};

type Lifetime =
  /**
   * The child lives as long as the root. If `essential` is true, a second crash of the child shows
   * the error page.
   */
  | { lifetime: 'app'; essential: boolean }
  /** The child lives while its page is on screen. The page cannot be shown without the child. */
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
 * Returns a row of the table of children for a dialog's chart. The chart lives as long as the
 * dialog. The chart's code is loaded when the dialog is requested.
 */
export const dialog = <Machine extends AnyStateMachine>(load: () => Promise<Machine>) => ({
  lifetime: 'dialog' as const,
  load,
});
