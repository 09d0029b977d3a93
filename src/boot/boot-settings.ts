import { campaignParameters } from '../../machines/model/campaign.ts';

/** Pages that are useless before their charts run. */
const startAtOnce: readonly string[] = [
  ...['record', 'result', 'account', 'manage-membership-plan'],
];

/**
 * Signs in the address, the cookies or the history state that start the page immediately:
 * `?inspect`, a mailed link (`mailed-link.ts`), a run in progress (`under-way.ts`), a requested
 * code (`pending-code.ts`), the debug console's cookie (R19), a signed-in user, whom the
 * prerendered page shows as a guest, and a dialog's history state from before a reload
 * (`back-entries.ts`).
 */
const startSigns =
  '[?&](inspect|token=)|#direct=|lightwell_(under_way|code|link|debug)=1|user_info=|\\[object';

/** The `data-` attributes of the inline boot's script element. */
export const bootSettings = (page: string) => ({
  /**
   * A pattern for address, cookies and history state. If it matches, the page starts without
   * waiting for a visitor's action.
   */
  start: startAtOnce.includes(page) ? '' : startSigns,
  /** selector of elements; hovering, focusing or tapping one loads the application */
  near: 'a,button,label,figure,form',
  /**
   * set by the server: in the test environment the page starts by itself, so that the debug console
   * opens (R19)
   */
  alone: '%STARTS_ALONE%',
  campaign: campaignParameters.join(' '),
});
