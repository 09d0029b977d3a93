import { creditsLeft } from '../../../machines/model/credits.ts';
import { selectAllowance, selectCredits } from '../../../machines/session/session.selectors.ts';
import { renewalTime } from '../../i18n/renewal-time.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';

/**
 * Shows the daily allowance (R39). Space is reserved until the allowance is known, so that the
 * layout does not shift.
 */
export function AllowanceMeter() {
  const t = useText();
  const allowance = useChart('session', selectAllowance);
  const balance = useChart('session', selectCredits)?.balance ?? 0;
  if (!allowance || allowance.limit === 0) {
    return <div className="allowance" />;
  }
  const { limit, resetsAt } = allowance;
  const left = creditsLeft(allowance);
  const words = t('allowance.left', { left });
  return (
    <div className="allowance">
      <span>{words}</span>
      <span className="muted">{t('allowance.resets', { limit, ...renewalTime(resetsAt) })}</span>
      {balance > 0 && <span className="muted">{t('credits.plus', { balance })}</span>}
      <Bar level label={t('allowance.label')} percent={(left / limit) * 100} valueText={words} />
    </div>
  );
}
