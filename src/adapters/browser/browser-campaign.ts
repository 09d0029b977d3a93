import type { CampaignPort } from '../../../machines/ports/campaign.port.ts';
import { unlessRefused } from './unless-refused.ts';

export const saveCampaign: CampaignPort['saveCampaign'] = async ({ campaign }) =>
  unlessRefused('saveCampaign', () => {
    for (const [name, value] of Object.entries(campaign)) localStorage.setItem(name, value);
  });
