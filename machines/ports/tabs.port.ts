import type { PortSink, PortStream } from './port.ts';

export type TabEvent =
  /** a call of this tab has changed data on the server */
  | { type: 'change.made' }
  /** another tab of this browser has announced a change */
  | { type: 'change.heard' }
  /** this tab became visible, got the focus, or left the back-forward cache */
  | { type: 'page.seen' }
  | { type: 'page.hidden' };

export type ChangeAnnounced = { type: 'change.announced' };

export type TabsPort = {
  /** Emits `page.hidden` first if the page opens in the background. */
  watchTabs: PortStream<void, TabEvent>;
  /** Notifies the other tabs of this browser that the visitor's data has changed on the server. */
  announceChange: PortSink<ChangeAnnounced>;
};
