import type { Campaign } from '../model/campaign.ts';
import type { PortCall } from './port.ts';

export type CampaignPort = {
  /**
   * Writes each parameter to local storage under its own name (R14). Rejects with `unsupported` if
   * storage is refused or full.
   */
  saveCampaign: PortCall<{ campaign: Campaign }, void>;
};
