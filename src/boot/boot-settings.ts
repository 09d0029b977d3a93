import { campaignParameters } from '../../machines/model/campaign.ts';

/** Pages that are useless before their charts run. */
const startAtOnce: readonly string[] = [
  ...['record', 'result', 'account', 'manage-membership-plan'],
];

/**
 * `?inspect`; a mailed link that unsubscribes or signs in (`mailed-link.ts`); a photo
 * (`under-way.ts`) or a code (`pending-code.ts`) on its way; the debug console's flag (R19); a
 * user, whom the prerendered page greets as a guest; a history state, left by a dialog before a
 * reload (`back-entries.ts`).
 */
const startSigns =
  '[?&](inspect|token=)|#direct=|lightwell_(under_way|code|link|debug)=1|user_info=|\\[object';

/** The `data-` attributes of the inline boot's script element. */
export const bootSettings = (page: string) => ({
  /**
   * a pattern for address, cookies and history state: if it matches, the page starts without an
   * intent
   */
  start: startAtOnce.includes(page) ? '' : startSigns,
  /** selector for elements whose hover, focus or tap loads the application */
  near: 'a,button,label,figure,form',
  /** set by the server: in the run environment test the debug console opens by itself (R19) */
  alone: '%STARTS_ALONE%',
  /** R14 */
  campaign: campaignParameters.join(' '),
});
