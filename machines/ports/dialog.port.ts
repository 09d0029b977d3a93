import type { DialogKind } from '../model/dialog.ts';
import type { PortCall } from './port.ts';

export type DialogPort = {
  /**
   * Loads the code of a dialog: its screen and its chart, which is returned with its ports
   * connected. Rejects with `offline` without a network, otherwise with `unexpected`.
   */
  loadDialog: PortCall<{ kind: DialogKind }, object>;
};
