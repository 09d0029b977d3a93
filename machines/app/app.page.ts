import { neededBy } from '../model/pages.ts';
import type { UserInfo } from '../model/user.ts';
import { failed } from '../port-actors.ts';
import { crashed } from './app.children.ts';
import { appSetup } from './app.setup.ts';
import type { AppContext } from './app.types.ts';
import { type ChildId, childOf, pageChildIds } from './children.derived.ts';

/**
 * Loads the page of the current address. The previous page stays on screen until the next page is
 * ready.
 */
const coming = appSetup.createStateConfig({
  initial: 'preparing',
  on: {
    'location.changed': {
      target: '.preparing',
      actions: [
        { type: 'setLocation', params: ({ event }) => event },
        { type: 'tell', params: ({ event }) => ({ fact: event }) },
      ],
    },
  },
  states: {
    preparing: {
      meta: { view: 'the previous page, while the next one is loading' },
      invoke: {
        id: 'preparePage',
        src: 'preparePage',
        input: ({ context }) => neededBy(context.coming),
        onDone: { target: 'prepared' },
        onError: [
          { guard: { type: 'isOffline', params: failed }, target: 'failed' },
          { target: 'reloading' },
        ],
      },
    },
    prepared: { entry: 'tellPrepared', meta: { view: 'the page of the address' } },
    failed: {
      entry: 'tellUnprepared',
      meta: { view: 'a message that the page could not be loaded, with a button to try again' },
      on: {
        'page.retried': { target: 'preparing' },
        'connection.restored': { target: 'preparing' },
      },
    },
    reloading: {
      entry: ['reload', 'tellLeft'],
      meta: { view: 'the previous page, until the browser has loaded the next one itself' },
    },
  },
});

const toChart = (id: ChildId) =>
  ({ guard: { type: 'isPageOf', params: { id } }, target: id }) as const;

type UserChanged = { event: { type: 'user.changed'; user: UserInfo | null } };

export const userChanged = [
  { type: 'setUser', params: ({ event }: UserChanged) => event },
  { type: 'tell', params: ({ event }: UserChanged) => ({ fact: event }) },
] as const;

/* The states of a chart that belongs to a page. The chart restarts for each page and each
 * visitor, so that no visitor sees another visitor's data. */
const pageChart = (id: ChildId) => {
  const { input } = childOf(id);
  return [
    id,
    {
      exit: { type: 'withdrawDialogs', params: { requester: id } },
      meta: { view: `the page of the chart ${id}` },
      invoke: {
        id,
        systemId: id,
        src: id,
        ...(input && { input: ({ context }: { context: AppContext }) => input(context) }),
        onError: crashed(id),
      },
      on: {
        'user.changed': {
          guard: { type: 'isAnotherVisitor', params: ({ event }: UserChanged) => event },
          target: id,
          reenter: true,
          actions: userChanged,
        },
      },
    },
  ] as const;
};

/**
 * Emits the page view here and not in the page's own chart, because that chart restarts when the
 * visitor changes.
 */
const open = { target: '#app.page.shown.opening', actions: ['show', 'tellViewed'] } as const;

const shown = appSetup.createStateConfig({
  initial: 'sent',
  on: {
    'page.prepared': [{ guard: 'isSamePage', actions: 'show' }, open],
    'page.failed': { target: '.failed' },
  },
  states: {
    sent: {
      meta: { view: 'the page as the server sent it, its chart not yet started' },
      on: { 'page.prepared': open },
    },
    opening: {
      meta: { view: 'transient' },
      always: [...pageChildIds.map(toChart), { target: 'plain' }],
    },
    plain: { meta: { view: 'a page without its own chart' } },
    // XState's types bind each `src` to its own input. The types of the table of children already
    // check every row.
    ...(Object.fromEntries(pageChildIds.map(pageChart)) as object),
    failed: {
      meta: { view: 'a message in place of the page that could not be loaded' },
      on: { 'page.prepared': open },
    },
  },
});

/**
 * Controls the page on screen (R3). A page is shown when its code and texts are loaded and its
 * chart runs.
 */
export const page = appSetup.createStateConfig({
  type: 'parallel',
  states: { coming, shown },
});
