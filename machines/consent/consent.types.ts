import type { Allowed, Purpose } from '../model/consent.ts';
import type { ConsentElsewhere } from '../ports/consent.port.ts';

export type ConsentContext = {
  /** purposes that this product asks about */
  asked: readonly Purpose[];
  /** true if the browser sends Global Privacy Control */
  isObjecting: boolean;
  /** purposes allowed now; none until the visitor allows a purpose */
  allowed: Allowed;
  /** state of the switches, not saved yet */
  draft: Allowed;
  /** purposes withdrawn by the last choice, with data still on the device */
  lost: readonly Purpose[];
};

export type ConsentEvent =
  | { type: 'everything.allowed' }
  | { type: 'everything.refused' }
  /** shows each purpose separately */
  | { type: 'details.opened' }
  | { type: 'purpose.switched'; purpose: Purpose; on: boolean }
  | { type: 'choice.saved' }
  /** sent by the footer of any page */
  | { type: 'consent.requested' }
  /** discards the changes */
  | { type: 'consent.closed' }
  | ConsentElsewhere;

declare module '../charts.ts' {
  interface ChartEvents {
    consent: ConsentEvent;
  }
}
