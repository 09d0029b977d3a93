import { describeChart } from '../../testing/chart-descriptor.ts';
import { tabsMachine } from '../tabs.machine.ts';

const fault = { 'a fault': new Error('a fault') };

const isToldOf = (told: readonly { to: string; event: { type: string } }[], type: string) =>
  told.some(({ event }) => event.type === type);

export const tabsDescriptor = describeChart<typeof tabsMachine>({
  machine: tabsMachine,
  charts: { 'change.noticed': {}, 'connection.restored': {} },
  actors: {
    watchTabs: {
      sends: {
        'this tab has changed something': { type: 'change.made' },
        'another tab has': { type: 'change.heard' },
        seen: { type: 'page.seen' },
        hidden: { type: 'page.hidden' },
      },
      error: fault,
    },
    announceChange: { error: fault },
  },
  reads: () => null,
  // exploration stops when this actor has ended, because changes can then no longer be announced to
  // other tabs
  bounds: { stop: (_, ended) => ended.has('announceChange') },
  laws: {
    'every change that this tab makes or finds is announced to other tabs': {
      holds: ({ event, told }) =>
        (event?.type !== 'change.made' && event?.type !== 'change.noticed') ||
        isToldOf(told, 'change.announced'),
      brokenBy: 'tabs on change.made: without the action announce',
    },
    'a tab that becomes visible again reloads its data': {
      holds: ({ before, event, told }) =>
        event?.type !== 'page.seen' ||
        !before.matches('hidden') ||
        isToldOf(told, 'server.changed'),
      brokenBy: 'tabs.seen.refreshed: without the entry action tellApp',
    },
  },
});
