import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Message } from '../charts.ts';
import type { PageName } from '../model/pages.ts';
import type { AppContext } from './app.types.ts';

/** What the root knows when one of its children has crashed. */
export type Crash = {
  context: AppContext;
  /** the crashed one as it was before; undefined where that is not known */
  last: Partial<AnyMachineSnapshot> | undefined;
  /** undefined while that chart does not run */
  snapshotOf: (systemId: string) => Partial<AnyMachineSnapshot> | undefined;
};

/** How long a child lives. */
type Lifetime =
  /** as long as the root. `essential`: without it no page can be shown, and the error page is */
  | { lifetime: 'app'; essential: boolean }
  /** while its page is on screen, which cannot do without it */
  | { lifetime: 'page'; page: PageName };

type Child<Logic extends AnyActorLogic> = {
  /** a chart, or what stands for the stream or sink of a port */
  machine: Logic;
  /** what puts in order what the crashed one has left with others; told after it has restarted */
  afterCrash?: (crash: Crash) => readonly Message[];
} & Lifetime &
  (undefined extends InputFrom<Logic>
    ? { input?: undefined }
    : { input: (context: AppContext) => InputFrom<Logic> });

/** A row of what the root starts. */
export const child = <Logic extends AnyActorLogic>(row: Child<Logic>): Child<Logic> => row;

/** A row of a chart that lives as long as its dialog; its code is loaded when it is asked for. */
export const dialog = <Machine extends AnyStateMachine>(load: () => Promise<Machine>) => ({
  lifetime: 'dialog' as const,
  load,
});
