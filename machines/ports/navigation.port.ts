import type { PortCall } from './port.ts';

export type NavigationPort = {
  /**
   * In-app only: `to` is an absolute path of this site that passed the rule of R9. Rejects with
   * `offline` when what the page needs cannot be loaded, with `unsupported` when the browser
   * refuses to change its history.
   */
  navigate: PortCall<{ to: string; replace: boolean }, void>;
};
