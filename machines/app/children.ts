import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import { allowanceMachine } from '../allowance/allowance.machine.ts';
import type { Message } from '../charts.ts';
import { debugConsoleMachine } from '../debug-console/debug-console.machine.ts';
import { dialogsMachine } from '../dialogs/dialogs.machine.ts';
import { keeperMachine } from '../keeper/keeper.machine.ts';
import { languageMachine } from '../language/language.machine.ts';
import type { DialogAnswered } from '../model/dialog.ts';
import { localisePath } from '../model/locale.ts';
import type { PageName } from '../model/pages.ts';
import { overlayMachine } from '../overlay/overlay.machine.ts';
import { neededSink, neededStream } from '../port-actors.ts';
import type { ConnectionPort } from '../ports/connection.port.ts';
import type { LogPort } from '../ports/log.port.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
import { recordsMachine } from '../records/records.machine.ts';
import { regionFinderMachine } from '../region-finder/region-finder.machine.ts';
import { resultMachine } from '../result/result.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { toastMachine } from '../toast/toast.machine.ts';
import { trayMachine } from '../tray/tray.machine.ts';
import { unseenMachine } from '../unseen/unseen.machine.ts';
import type { AppContext } from './app.types.ts';

/** What the root knows when one of its children has crashed. */
export type Crash = {
  context: AppContext;
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

const child = <Logic extends AnyActorLogic>(row: Child<Logic>): Child<Logic> => row;

/** The dialog is gone with the chart that showed it. */
const unanswered: DialogAnswered = { type: 'dialog.answered', id: '', answer: 'cancelled' };

/**
 * Everything that the root starts, by systemId, in the order in which it starts it. Refs and ports,
 * crash handling, first snapshots, tests and tools read this table (docs/how-to/add-a-chart.md).
 */
export const children = {
  log: child({
    machine: neededSink<LogPort['writeLog']>('writeLog'),
    lifetime: 'app',
    essential: false,
  }),
  toast: child({ machine: toastMachine, lifetime: 'app', essential: false }),
  debugConsole: child({ machine: debugConsoleMachine, lifetime: 'app', essential: false }),
  dialogs: child({
    machine: dialogsMachine,
    lifetime: 'app',
    essential: true,
    afterCrash: () => [
      { to: 'records', event: unanswered },
      { to: 'result', event: unanswered },
    ],
  }),
  overlay: child({
    machine: overlayMachine,
    lifetime: 'app',
    essential: false,
    // out of sight: what covered the page is gone, and the task goes on
    afterCrash: ({ snapshotOf }) => [
      ...(snapshotOf('tray')?.matches?.('working')
        ? ([
            { to: 'overlay', event: { type: 'overlay.opened', counter: true, away: true } },
          ] as const)
        : []),
      { to: 'tray', event: { type: 'overlay.left' } },
    ],
  }),
  language: child({
    machine: languageMachine,
    lifetime: 'app',
    essential: true,
    input: ({ path, locale, messages }) => ({ path: localisePath(path, locale), messages }),
  }),
  session: child({ machine: sessionMachine, lifetime: 'app', essential: true }),
  allowance: child({ machine: allowanceMachine, lifetime: 'app', essential: false }),
  unseen: child({
    machine: unseenMachine,
    lifetime: 'app',
    essential: false,
    input: ({ path }) => ({ path }),
  }),
  tray: child({
    machine: trayMachine,
    lifetime: 'app',
    essential: true,
    afterCrash: () => [{ to: 'overlay', event: { type: 'overlay.closed' } }],
  }),
  regionFinder: child({ machine: regionFinderMachine, lifetime: 'app', essential: false }),
  keeper: child({ machine: keeperMachine, lifetime: 'app', essential: false }),
  connection: child({
    machine: neededStream<ConnectionPort['watchConnection']>('watchConnection'),
    lifetime: 'app',
    essential: false,
  }),
  location: child({
    machine: neededStream<NavigationPort['watchLocation']>('watchLocation'),
    lifetime: 'app',
    essential: false,
  }),
  document: child({
    machine: neededSink<NavigationPort['loadDocument']>('loadDocument'),
    lifetime: 'app',
    essential: false,
  }),
  records: child({ machine: recordsMachine, lifetime: 'page', page: 'record' }),
  result: child({
    machine: resultMachine,
    lifetime: 'page',
    page: 'result',
    input: ({ shown }) => ({ recordId: shown.recordId }),
  }),
};

type Children = typeof children;

export type ChildId = keyof Children;

type Logics = { [Id in ChildId]: Children[Id]['machine'] };

/** The charts among them by systemId. */
export type ChildMachines = {
  [Id in ChildId as Logics[Id] extends AnyStateMachine ? Id : never]: Logics[Id];
};

type AnyChild = {
  machine: AnyActorLogic;
  lifetime: 'app' | 'page';
  essential?: boolean;
  page?: PageName;
  input?: ((context: AppContext) => unknown) | undefined;
  afterCrash?: (crash: Crash) => readonly Message[];
};

/** A row, where it does not matter which. */
export const childOf = (id: ChildId): AnyChild => children[id] as AnyChild;

export const childIds = Object.keys(children) as ChildId[];

/** In the order in which they start. */
export const appChildIds = childIds.filter((id) => childOf(id).lifetime === 'app');

export const pageChildIds = childIds.filter((id) => childOf(id).lifetime === 'page');

/** Actors for the set-up of the root. */
export const childActors = Object.fromEntries(
  childIds.map((id) => [id, childOf(id).machine]),
) as Logics;

const hearsOf = (machine: AnyActorLogic): readonly string[] =>
  'events' in machine ? (machine as AnyStateMachine).events : [];

/** Which children hear an event, whether they run or not. */
export const childrenThatHear = (type: string): ChildId[] =>
  childIds.filter((id) => hearsOf(childOf(id).machine).includes(type));
