import type { TabEvent } from '../ports/tabs.port.ts';

export type TabsEvent =
  | TabEvent
  /** a chart of this tab has found that the visitor's data changed on the server */
  | { type: 'change.noticed' }
  /** from the root */
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    tabs: TabsEvent;
  }
}
