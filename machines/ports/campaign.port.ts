import type { Campaign } from '../model/campaign.ts';
import type { PortCall } from './port.ts';

export type CampaignPort = {
  /**
   * Puts each parameter into local storage under its own name (R14). Rejects with `unsupported`
   * where the browser refuses, or has no room left.
   */
  saveCampaign: PortCall<{ campaign: Campaign }, void>;
};
