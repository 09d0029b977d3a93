import type { CampaignPort } from '../../../machines/ports/campaign.port.ts';
import { atStorage } from './browser-storage.ts';

/** R14. */
export const saveCampaign: CampaignPort['saveCampaign'] = async ({ campaign }) =>
  atStorage('saveCampaign', () => {
    for (const [name, value] of Object.entries(campaign)) localStorage.setItem(name, value);
  });
