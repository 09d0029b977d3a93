import type { Allowed, Purpose } from '../model/consent.ts';
import type { ConsentElsewhere } from '../ports/consent.port.ts';

export type ConsentContext = {
  /** purposes that this product asks about */
  asked: readonly Purpose[];
  /** true if the browser sends Global Privacy Control */
  isObjecting: boolean;
  /** purposes allowed now; before the visitor's first choice, no purpose is allowed */
  allowed: Allowed;
  /** state of the switches, not saved yet */
  draft: Allowed;
  /** purposes that the last choice has withdrawn; their data is still stored on the device */
  lost: readonly Purpose[];
};

export type ConsentEvent =
  | { type: 'everything.allowed' }
  | { type: 'everything.refused' }
  /** shows a switch for each purpose */
  | { type: 'details.opened' }
  | { type: 'purpose.switched'; purpose: Purpose; on: boolean }
  | { type: 'choice.saved' }
  /** sent by the footer of any page */
  | { type: 'consent.requested' }
  /** closes the note and discards changes of the switches */
  | { type: 'consent.closed' }
  | ConsentElsewhere;

declare module '../charts.ts' {
  interface ChartEvents {
    consent: ConsentEvent;
  }
}
