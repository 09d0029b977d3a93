import type { Setup } from '../model/functions.ts';
import type { PortCall } from './port.ts';

export type SetupPort = {
  /** GET /v1/entrance/setup (R11) */
  loadSetup: PortCall<void, Setup>;
};
