import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import { allowanceMachine } from '../allowance/allowance.machine.ts';
import type { ChartEvents, Message } from '../charts.ts';
import { debugConsoleMachine } from '../debug-console/debug-console.machine.ts';
import { dialogsMachine } from '../dialogs/dialogs.machine.ts';
import type { DialogKind, DialogsContext } from '../dialogs/dialogs.types.ts';
import { keeperMachine } from '../keeper/keeper.machine.ts';
import { languageMachine } from '../language/language.machine.ts';
import { messageBoxMachine } from '../message-box/message-box.machine.ts';
import { localisePath } from '../model/locale.ts';
import type { PageName } from '../model/pages.ts';
import { overlayMachine } from '../overlay/overlay.machine.ts';
import { neededSink, neededStream } from '../port-actors.ts';
import type { ConnectionPort } from '../ports/connection.port.ts';
import type { LogPort } from '../ports/log.port.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
import { recordsMachine } from '../records/records.machine.ts';
import { resultMachine } from '../result/result.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { toastMachine } from '../toast/toast.machine.ts';
import { trayMachine } from '../tray/tray.machine.ts';
import { unseenMachine } from '../unseen/unseen.machine.ts';
import type { AppContext } from './app.types.ts';

/** What the root knows when one of its children has crashed. */
export type Crash = {
  context: AppContext;
  /** as it was before it crashed */
  last: Partial<AnyMachineSnapshot> | undefined;
  /** undefined while that chart does not run */
  snapshotOf: (systemId: string) => Partial<AnyMachineSnapshot> | undefined;
};

/** How long a child lives. */
type Lifetime =
  /** as long as the root. `essential`: without it no page can be shown, and the error page is */
  | { lifetime: 'app'; essential: boolean }
  /** while its page is on screen, which cannot do without it */
  | { lifetime: 'page'; page: PageName }
  /** while its dialog is open, started by the dialogs with the input of the request */
  | { lifetime: 'dialog' };

type Child<Logic extends AnyActorLogic> = {
  /** a chart, or what stands for the stream or sink of a port */
  machine: Logic;
  /** what puts in order what the crashed one has left with others; told after it has restarted */
  afterCrash?: (crash: Crash) => readonly Message[];
} & Lifetime &
  (undefined extends InputFrom<Logic>
    ? { input?: undefined }
    : { input: (context: AppContext) => InputFrom<Logic> } | { lifetime: 'dialog' });

const child = <Logic extends AnyActorLogic>(row: Child<Logic>): Child<Logic> => row;

type Rows = Record<string, { machine: AnyActorLogic }>;

const machinesOf = <Of extends Rows>(rows: Of) =>
  Object.fromEntries(Object.entries(rows).map(([id, { machine }]) => [id, machine])) as {
    [Id in keyof Of]: Of[Id]['machine'];
  };

/** Started by the dialogs, while they are open, with the input of the request. */
const ofDialogs = {
  messageBox: child({ machine: messageBoxMachine, lifetime: 'dialog' }),
} satisfies Record<DialogKind, unknown>;

/** What was asked is gone with the chart that asked it; a chart that waits shall not wait on. */
const unanswered = ({ last }: Crash): Message[] => {
  const { current, waiting = [] } = (last?.context ?? {}) as Partial<DialogsContext>;
  return [...(current ? [current] : []), ...waiting].flatMap(({ id, kind, requester }) =>
    requester
      ? [{ to: requester, event: { type: 'dialog.answered', id, kind, answer: null } }]
      : [],
  );
};

/** Everything that the root starts, by systemId, in the order in which it starts it. */
const ofRoot = {
  log: child({
    machine: neededSink<LogPort['writeLog']>('writeLog'),
    lifetime: 'app',
    essential: false,
  }),
  toast: child({ machine: toastMachine, lifetime: 'app', essential: false }),
  debugConsole: child({ machine: debugConsoleMachine, lifetime: 'app', essential: false }),
  dialogs: child({
    machine: dialogsMachine.provide({ actors: machinesOf(ofDialogs) as never }),
    lifetime: 'app',
    essential: true,
    afterCrash: unanswered,
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

/**
 * The table of all charts. Typed refs, ports, crash handling, first snapshots, tests, tools and
 * docs are derived from it (docs/how-to/add-a-chart.md).
 */
export const children = { ...ofRoot, ...ofDialogs } satisfies Record<
  Exclude<keyof ChartEvents, 'app'>,
  unknown
>;

type Children = typeof children;

export type ChildId = keyof Children;

/** The charts among them by systemId. */
export type ChildMachines = {
  [Id in ChildId as Children[Id]['machine'] extends AnyStateMachine
    ? Id
    : never]: Children[Id]['machine'];
};

type AnyChild = {
  machine: AnyActorLogic;
  lifetime: 'app' | 'page' | 'dialog';
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

export const dialogIds = childIds.filter((id) => childOf(id).lifetime === 'dialog');

/** Actors for the set-up of the root. */
export const rootActors = machinesOf(ofRoot);

const hearsOf = (machine: AnyActorLogic): readonly string[] =>
  'events' in machine ? (machine as AnyStateMachine).events : [];

/** Which children hear an event, whether they run or not. */
export const childrenThatHear = (type: string): ChildId[] =>
  childIds.filter((id) => hearsOf(childOf(id).machine).includes(type));
