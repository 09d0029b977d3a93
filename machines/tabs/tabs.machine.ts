import { sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { failed, ports } from '../port-actors.ts';
import type { TabsPort } from '../ports/tabs.port.ts';
import type { TabsEvent } from './tabs.types.ts';

const refresh = { target: 'refreshed' } as const;

const again = { target: 'outdated' } as const;

/**
 * Keeps the data on screen up to date. Announces changes of this tab to the other tabs. Makes the
 * charts on screen reload their data after a change in another tab, or when this tab becomes
 * visible again.
 */
export const tabsMachine = setupChart({
  types: {
    events: {} as TabsEvent,
    meta: {} as StateMeta,
  },
  actors: ports({ streams: ['watchTabs'], sinks: ['announceChange'] }).of<TabsPort>(),
  actions: {
    announce: sendTo('announceChange', { type: 'change.announced' }),
    tellApp: sendTo(chart('app'), { type: 'server.changed' }),
    reportFailure: sendRejected(),
  },
  /**
   * pause in milliseconds, so that several causes at once, such as focus and visibility, load the
   * data once
   */
  delays: { pause: 500 },
}).createMachine({
  id: 'tabs',
  invoke: [
    {
      id: 'watchTabs',
      src: 'watchTabs',
      onError: { actions: { type: 'reportFailure', params: failed } },
    },
    {
      id: 'announceChange',
      src: 'announceChange',
      onError: { actions: { type: 'reportFailure', params: failed } },
    },
  ],
  initial: 'seen',
  // only announced to other tabs, because the chart that made the change already shows it
  on: { 'change.made': { actions: 'announce' } },
  states: {
    seen: {
      initial: 'current',
      on: { 'page.hidden': { target: 'hidden' } },
      states: {
        current: {
          meta: { view: 'nothing visible' },
          on: {
            'change.noticed': { ...refresh, actions: 'announce' },
            'change.heard': refresh,
            'page.seen': refresh,
            'connection.restored': refresh,
          },
        },
        refreshed: {
          entry: 'tellApp',
          meta: { view: 'nothing visible' },
          on: {
            'change.noticed': { ...again, actions: 'announce' },
            'change.heard': again,
          },
          after: { pause: { target: 'current' } },
        },
        /** data has changed again after the charts were notified */
        outdated: {
          meta: { view: 'nothing visible' },
          on: { 'change.noticed': { actions: 'announce' } },
          after: { pause: { target: 'refreshed' } },
        },
      },
    },
    hidden: {
      meta: { view: 'nothing visible' },
      on: {
        'change.noticed': { actions: 'announce' },
        'page.seen': { target: 'seen.refreshed' },
      },
    },
  },
});
