import { campaignParameters } from '../../machines/model/campaign.ts';

/** Names of pages that show nothing useful before their charts run. */
const startAtOnce: readonly string[] = [
  ...['record', 'result', 'account', 'manage-membership-plan'],
];

/**
 * A pattern for signs that the page must start immediately: `?inspect`, photos that another app has
 * shared (`?shared`), a mailed link (`mailed-link.ts`), a run in progress (`under-way.ts`), a
 * requested code (`pending-code.ts`), the debug console's cookie (R19), a signed-in user, because
 * the prerendered page is that of a guest, and the history state of a dialog that was open before a
 * reload (`back-entries.ts`). The pattern is applied to address, cookies and history state.
 */
const startSigns =
  '[?&](inspect|token=|shared)|#direct=|lightwell_(under_way|code|link|debug)=1|user_info=|\\[object';

/** Returns the `data-` attributes of the script element that contains the inline boot. */
export const bootSettings = (page: string) => ({
  /**
   * A pattern for address, cookies and history state. If it matches, the page starts without
   * waiting for an action of the visitor.
   */
  start: startAtOnce.includes(page) ? '' : startSigns,
  /** selector of elements that load the application when they are hovered, focused or tapped */
  near: 'a,button,label,figure,form',
  /**
   * set by the server: in the test environment, the page starts without an action, because the
   * debug console opens by default (R19)
   */
  alone: '%STARTS_ALONE%',
  campaign: campaignParameters.join(' '),
});
