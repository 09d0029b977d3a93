import type { DialogKind } from '../model/dialog.ts';
import type { PortCall } from './port.ts';

export type DialogPort = {
  /**
   * Loads the code of a dialog: its chart, which is given back with its ports put in, and what
   * shows it. Rejects with `offline` without a network, otherwise with `unexpected`.
   */
  loadDialog: PortCall<{ kind: DialogKind }, object>;
};
