import type { Campaign } from '../model/campaign.ts';
import type { PortCall } from './port.ts';

export type CampaignPort = {
  /** Puts each parameter into local storage under its own name (R14). */
  saveCampaign: PortCall<{ campaign: Campaign }, void>;
};
