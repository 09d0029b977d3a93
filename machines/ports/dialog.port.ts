import type { PortCall } from './port.ts';

export type DialogPort = {
  /**
   * Loads the code that shows a dialog, by the systemId of its chart, and keeps it. Rejects with
   * `offline` without a network, otherwise with `unexpected`.
   */
  loadDialog: PortCall<{ kind: string }, void>;
};
