import { campaignParameters } from '../../machines/model/campaign.ts';

/** Pages that are useless before their charts run. */
const startAtOnce: readonly string[] = ['record', 'result'];

/** `?inspect`, a photo on its way (`under-way.ts`), and the flag of the debug console (R19). */
const startSigns = '[?&]inspect|lightwell_(under_way|debug)=1';

/** The `data-` attributes of the inline boot's element. */
export const bootSettings = (page: string) => ({
  /** a pattern for query and cookies: if it matches, the page starts without an intent */
  start: startAtOnce.includes(page) ? '' : startSigns,
  /** set by the server: in the run environment test the debug console opens by itself (R19) */
  alone: '%STARTS_ALONE%',
  /** R14 */
  campaign: campaignParameters.join(' '),
});
