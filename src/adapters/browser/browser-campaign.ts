import type { CampaignPort } from '../../../machines/ports/campaign.port.ts';

/** R14. Storage that is full or forbidden must not stop the start of the app. */
export const saveCampaign: CampaignPort['saveCampaign'] = async ({ campaign }) => {
  for (const [name, value] of Object.entries(campaign)) {
    try {
      localStorage.setItem(name, value);
    } catch {
      return;
    }
  }
};
