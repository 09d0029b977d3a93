import type { EventFrom, SnapshotFrom } from 'xstate';
import { localeOfPath } from '../model/locale.ts';
import { sentPage } from '../model/pages.ts';
import { crashed } from './app.children.ts';
import { page, userChanged } from './app.page.ts';
import { arrival, boot, connection, core, navigation } from './app.regions.ts';
import { refusals, rejections } from './app.rejections.ts';
import { appSetup } from './app.setup.ts';
import type { AppContext } from './app.types.ts';
import { appChildIds, type ChildMachines, childOf } from './children.derived.ts';

// XState's types bind each `src` to its own input. The types of the table of children already check
// every row.
const appChildren = appChildIds.map((id) => {
  const { input } = childOf(id);
  return {
    id,
    systemId: id,
    src: id,
    ...(input && { input: ({ context }: { context: AppContext }) => input(context) }),
    onError: crashed(id),
  };
}) as never[];

/**
 * The root chart: one per page load, created outside React. It starts every long-lived chart and
 * decides how rejected calls are handled (R35 to R40).
 */
export const appMachine = appSetup.createMachine({
  id: 'app',
  context: ({ input: { path, messages, page: name } }) => ({
    path,
    messages,
    locale: localeOfPath(path),
    shown: sentPage(path, name),
    coming: sentPage(path, name),
    setup: null,
    user: null,
    visitor: null,
    destination: { to: path, replace: true },
    coreRejected: null,
    seenEnd: null,
    crashes: {},
  }),
  type: 'parallel',
  invoke: appChildren,
  on: {
    'call.refused': refusals,
    'call.rejected': rejections,
    'user.changed': { actions: userChanged },
    'server.changed': { actions: { type: 'tell', params: ({ event }) => ({ fact: event }) } },
    'language.changed': {
      actions: [
        { type: 'setLanguage', params: ({ event }) => event },
        { type: 'tellLanguage', params: ({ event }) => event },
      ],
    },
    'task.ended': [
      {
        guard: { type: 'isWatchedSuccess', params: ({ event }) => event },
        actions: { type: 'goToResult', params: ({ event }) => event },
      },
      // no note is needed, because the page on screen shows that the photo was rejected
      {
        guard: { type: 'isSeenRejection', params: ({ event }) => event },
        actions: [
          { type: 'setSeenEnd', params: ({ event }) => event },
          { type: 'tell', params: ({ event }) => ({ fact: event }) },
        ],
      },
      // the note about the rejected photo already reports the end of this task
      {
        guard: { type: 'isMissedRejection', params: ({ event }) => event },
        actions: { type: 'tell', params: ({ event }) => ({ fact: event }) },
      },
      {
        guard: { type: 'isMissedEnd', params: ({ event }) => event },
        actions: [
          { type: 'toastEnd', params: ({ event }) => event },
          { type: 'tell', params: ({ event }) => ({ fact: event }) },
        ],
      },
      // the page shows the end of this task; a tab in the background also shows the end in its
      // title
      {
        guard: { type: 'isUnwatched', params: ({ event }) => event },
        actions: { type: 'tell', params: ({ event }) => ({ fact: event }) },
      },
    ],
  },
  states: { boot, arrival, connection, core, navigation, page },
});

export type ChartMachines = { app: typeof appMachine } & ChildMachines;
export type ChartId = keyof ChartMachines;
export type ChartSnapshot<Id extends ChartId> = SnapshotFrom<ChartMachines[Id]>;
export type ChartEvent<Id extends ChartId> = EventFrom<ChartMachines[Id]>;
