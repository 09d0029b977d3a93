import type { PortCall } from './port.ts';

export type NavigationPort = {
  /** In-app only: `to` is an absolute path of this site that passed the rule of R9. */
  navigate: PortCall<{ to: string; replace: boolean }, void>;
};
