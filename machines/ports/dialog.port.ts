import type { DialogKind } from '../model/dialog.ts';
import type { PortCall } from './port.ts';

export type DialogPort = {
  /**
   * Loads the code of a dialog: its chart, returned with its ports provided, and its screen. Rejects with
   * `offline` without a network, otherwise with `unexpected`.
   */
  loadDialog: PortCall<{ kind: DialogKind }, object>;
};
