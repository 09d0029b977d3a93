import { isInternalPath } from '../../model/navigation.ts';
import { failureOf } from '../../ports/port-failure.ts';
import type { Laws } from '../../testing/chart-descriptor.ts';
import type { appMachine } from '../app.machine.ts';
import { childOf, pageChildIds } from '../children.derived.ts';

const crashPrefix = 'xstate.error.actor.';

export const appLaws: Laws<typeof appMachine> = {
  'no navigation opens an address outside this site': {
    holds: ({ now, asked }) =>
      asked.every(({ id }) => id !== 'prepareDestination' && id !== 'navigate') ||
      isInternalPath(now.context.destination.to),
    brokenBy: 'app.navigation on navigation.requested: without the guard isInternal',
  },
  'without a connection the document is not replaced': {
    holds: ({ event, told }) =>
      failureOf(event?.error).reason !== 'offline' || told.every(({ to }) => to !== 'document'),
    brokenBy: 'app.page.coming.preparing on onError of preparePage: not isOffline',
  },
  'the chart of a page runs only while that page is shown': {
    holds: ({ now }) =>
      pageChildIds.every((id) => !now.children[id] || childOf(id).page === now.context.shown.name),
    brokenBy: 'app.page.shown on page.prepared: without the guard isSamePage',
  },
  'a chart that has crashed twice is not started a third time': {
    holds: ({ before, event, asked }) =>
      asked.every(
        ({ id }) => event?.type !== `${crashPrefix}${id}` || !(id in before.context.crashes),
      ),
    brokenBy: (machine) => machine.provide({ guards: { isFirstCrash: () => true } }),
  },
  'no toast reports an end that the visitor saw or requested': {
    holds: ({ event, now, told }) =>
      event?.type !== 'task.ended' ||
      !((event.watched && now.context.shown.name === 'home') || event.end === 'cancelled') ||
      told.every(({ to }) => to !== 'toast'),
    brokenBy: (machine) => machine.provide({ guards: { isMissedEnd: () => true } }),
  },
  'no page shows a visitor the data of another visitor': {
    holds: ({ before, now, event, asked }) => {
      const { visitor } = before.context;
      const isAnother =
        event?.type === 'user.changed' && visitor !== null && visitor !== now.context.visitor;
      return (
        !isAnother ||
        pageChildIds.every((id) => !now.children[id] || asked.some((one) => one.id === id))
      );
    },
    brokenBy: (machine) => machine.provide({ guards: { isAnotherVisitor: () => false } }),
  },
  'a user whose session has ended on the server is signed out': {
    holds: ({ event, told }) =>
      event?.type !== 'call.refused' ||
      event.failure.code !== '10009' ||
      told.some((one) => one.to === 'session' && one.event.type === 'session.cleared'),
    brokenBy: 'app on call.refused: without the action clearSession',
  },
};
