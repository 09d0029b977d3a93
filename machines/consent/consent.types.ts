import type { Allowed, Purpose } from '../model/consent.ts';
import type { ConsentElsewhere } from '../ports/consent.port.ts';

export type ConsentContext = {
  /** what this product would like to do */
  asked: readonly Purpose[];
  /** the browser objects by Global Privacy Control */
  isObjecting: boolean;
  /** what may be done now; nothing until somebody has allowed it */
  allowed: Allowed;
  /** the switches, as they are set and not saved yet */
  draft: Allowed;
  /** what was allowed until the last choice: its traces are still on the device */
  lost: readonly Purpose[];
};

export type ConsentEvent =
  | { type: 'everything.allowed' }
  | { type: 'everything.refused' }
  /** each purpose on its own */
  | { type: 'details.opened' }
  | { type: 'purpose.switched'; purpose: Purpose; on: boolean }
  | { type: 'choice.saved' }
  /** from the foot of any page */
  | { type: 'consent.requested' }
  /** nothing is changed */
  | { type: 'consent.closed' }
  | ConsentElsewhere;

declare module '../charts.ts' {
  interface ChartEvents {
    consent: ConsentEvent;
  }
}
