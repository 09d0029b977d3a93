import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { Message } from '../charts.ts';
import type { DialogKind } from '../model/dialog.ts';
import type { PageName } from '../model/pages.ts';
import type { AppContext } from './app.types.ts';
import type { Crash } from './child-row.ts';
import { children } from './children.ts';

/* Types and lists derived from the table of children. */

type Children = typeof children;

/** Ids of the children that the root starts. */
export type ChildId = {
  [Id in keyof Children]: Children[Id] extends { machine: AnyActorLogic } ? Id : never;
}[keyof Children];

type Logics = { [Id in ChildId]: Children[Id]['machine'] };

type Dialogs = { [Kind in DialogKind]: Awaited<ReturnType<Children[Kind]['load']>> };

export type ChildMachines = {
  [Id in ChildId as Logics[Id] extends AnyStateMachine ? Id : never]: Logics[Id];
} & Dialogs;

type AnyChild = {
  machine: AnyActorLogic;
  lifetime: 'app' | 'page';
  essential?: boolean;
  page?: PageName;
  input?: ((context: AppContext) => unknown) | undefined;
  afterCrash?: (crash: Crash) => readonly Message[];
};

export const childOf = (id: ChildId): AnyChild => children[id] as AnyChild;

/** All rows of the table, including charts that other charts start. */
export const chartIds = Object.keys(children) as (keyof Children)[];

const isDialog = (id: keyof Children): id is DialogKind => children[id].lifetime === 'dialog';

export const dialogKinds: readonly DialogKind[] = chartIds.filter(isDialog);

export const loadDialogChart = (kind: DialogKind): Promise<AnyStateMachine> =>
  children[kind].load();

export const childIds = chartIds.filter((id): id is ChildId => !isDialog(id));

/** Ids of the children that live as long as the root, in start order. */
export const appChildIds = childIds.filter((id) => childOf(id).lifetime === 'app');

export const pageChildIds = childIds.filter((id) => childOf(id).lifetime === 'page');

export const childActors = Object.fromEntries(
  childIds.map((id) => [id, childOf(id).machine]),
) as Logics;

const hearsOf = (machine: AnyActorLogic): readonly string[] =>
  'events' in machine ? (machine as AnyStateMachine).events : [];

export const childrenThatHear = (type: string): ChildId[] =>
  childIds.filter((id) => hearsOf(childOf(id).machine).includes(type));
