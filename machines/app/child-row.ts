import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Message } from '../charts.ts';
import type { PageName } from '../model/pages.ts';
import type { AppContext } from './app.types.ts';

/** Known when a child of the root has crashed. */
export type Crash = {
  context: AppContext;
  /** last snapshot of the crashed child; undefined if unknown */
  last: Partial<AnyMachineSnapshot> | undefined;
  /** undefined while that chart does not run */
  snapshotOf: (systemId: string) => Partial<AnyMachineSnapshot> | undefined;
};

/** Lifetime of a child. */
type Lifetime =
  /** as long as the root. `essential`: without it no page can be shown, and the error page replaces it */
  | { lifetime: 'app'; essential: boolean }
  /** while its page is on screen; that page cannot be shown without it */
  | { lifetime: 'page'; page: PageName };

type Child<Logic extends AnyActorLogic> = {
  /** a chart, or the actor of a port's stream or sink */
  machine: Logic;
  /** messages that repair the state of other charts; sent after the restart */
  afterCrash?: (crash: Crash) => readonly Message[];
} & Lifetime &
  (undefined extends InputFrom<Logic>
    ? { input?: undefined }
    : { input: (context: AppContext) => InputFrom<Logic> });

/** A row of the table of children. */
export const child = <Logic extends AnyActorLogic>(row: Child<Logic>): Child<Logic> => row;

/** A row of a chart with the lifetime of its dialog; its code is loaded on demand. */
export const dialog = <Machine extends AnyStateMachine>(load: () => Promise<Machine>) => ({
  lifetime: 'dialog' as const,
  load,
});
