import {
  selectIsLeavingBusy,
  selectLeavingFailure,
  selectLeavingKind,
  selectLeavingOrder,
  selectLeavingPlan,
  selectLeft,
  selectWithdrawal,
} from '../../../machines/leaving/leaving.selectors.ts';
import { cycleOf } from '../../../machines/model/membership.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LeavingFailure } from './leaving-code-steps.tsx';
import { usePlanWords } from './plan-words.ts';

export function PreviewingStep() {
  const { t } = usePlanWords();
  return (
    <p role="status" className="plan-waiting leaving">
      <span className="spinner" />
      {t('leaving.counting')}
    </p>
  );
}

export function UnknownStep() {
  const { t } = usePlanWords();
  const send = useSend('leaving');
  const failure = usePageChart('leaving', selectLeavingFailure);
  const canRetry = failure?.code !== 'not_withdrawable' && failure?.code !== 'deducted_by_change';
  return (
    <div className="leaving">
      <LeavingFailure />
      <div className="plan-actions">
        {canRetry && (
          <Button onClick={() => send({ type: 'preview.retried' })}>{t('failure.retry')}</Button>
        )}
        <Button onClick={() => send({ type: 'dialog.cancelled' })}>{t('leaving.back')}</Button>
      </div>
    </div>
  );
}

/** End of a cancelled plan, and the fate of its credits. */
function CancelNumbers() {
  const { t, planName, orderName, money } = usePlanWords();
  const plan = usePageChart('leaving', selectLeavingPlan);
  const order = usePageChart('leaving', selectLeavingOrder);
  if (!plan) {
    return (
      <ul className="plan-numbers">
        {order && (
          <li>
            {t('leaving.about', {
              name: orderName(order),
              code: order.code,
              amount: money(order.amount, order.currency),
            })}
          </li>
        )}
        <li>{t('leaving.cancel.untilEnd')}</li>
        <li>{t('leaving.cancel.noCharge')}</li>
      </ul>
    );
  }
  const { periodEnd, credits, retries } = plan;
  return (
    <ul className="plan-numbers">
      {periodEnd && (
        <li>
          {t('leaving.cancel.runs', { name: planName(cycleOf(plan)), at: new Date(periodEnd) })}
        </li>
      )}
      {credits && (
        <li>
          {t('leaving.cancel.credits', { left: credits.left, at: new Date(credits.expiresAt) })}
        </li>
      )}
      <li>{t(retries.length > 0 ? 'leaving.cancel.noRetry' : 'leaving.cancel.noCharge')}</li>
    </ul>
  );
}

/** The refund, and how it is calculated. */
function WithdrawNumbers() {
  const { t, orderName, money } = usePlanWords();
  const withdrawal = usePageChart('leaving', selectWithdrawal);
  const order = usePageChart('leaving', selectLeavingOrder);
  if (!withdrawal) return null;
  const { amount, paid, currency, credits, until, endsPlan } = withdrawal;
  return (
    <ul className="plan-numbers">
      {order && (
        <li>
          {t('leaving.about', {
            name: orderName(order),
            code: order.code,
            amount: money(paid, currency),
          })}
        </li>
      )}
      <li>
        {t('leaving.withdraw.amount', {
          amount: money(amount, currency),
          paid: money(paid, currency),
        })}
      </li>
      <li>
        {t('leaving.withdraw.credits', {
          left: credits.left,
          granted: credits.granted,
          used: credits.used,
        })}
      </li>
      {endsPlan && <li>{t('leaving.withdraw.endsPlan')}</li>}
      <li>{t('leaving.withdraw.until', { at: new Date(until) })}</li>
    </ul>
  );
}

const confirms = {
  cancel: { go: 'leaving.cancel.confirm', busy: 'leaving.cancel.sending' },
  withdraw: { go: 'leaving.withdraw.confirm', busy: 'leaving.withdraw.sending' },
} as const;

/** The consequences in numbers, and two equal buttons. */
export function ReviewingStep() {
  const { t } = usePlanWords();
  const kind = usePageChart('leaving', selectLeavingKind) ?? 'cancel';
  const isBusy = usePageChart('leaving', selectIsLeavingBusy) ?? false;
  const send = useSend('leaving');
  return (
    <div className="leaving">
      {kind === 'cancel' ? <CancelNumbers /> : <WithdrawNumbers />}
      <p className="small">{t('leaving.receipt')}</p>
      <LeavingFailure />
      <div className="plan-actions">
        <Button aria-disabled={isBusy} onClick={() => send({ type: 'leaving.confirmed' })}>
          {isBusy && <span className="spinner" />}
          {t(confirms[kind][isBusy ? 'busy' : 'go'])}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => send({ type: 'dialog.cancelled' })}>
          {t('leaving.back')}
        </Button>
      </div>
    </div>
  );
}

/** Confirmation: what has happened, when it ends, and that a mail was sent. */
export function ToldStep() {
  const { t, money } = usePlanWords();
  const left = usePageChart('leaving', selectLeft);
  const withdrawal = usePageChart('leaving', selectWithdrawal);
  const send = useSend('leaving');
  const plan = left?.kind === 'cancel' ? left.plan : null;
  return (
    <div className="leaving">
      <Notice tone="good" icon="check">
        {plan?.periodEnd && <p>{t('leaving.told.ends', { at: new Date(plan.periodEnd) })}</p>}
        {plan?.credits && (
          <p>
            {t('leaving.cancel.credits', {
              left: plan.credits.left,
              at: new Date(plan.credits.expiresAt),
            })}
          </p>
        )}
        {left?.kind === 'withdraw' && withdrawal && (
          <p>
            {t('leaving.told.refund', { amount: money(withdrawal.amount, withdrawal.currency) })}
          </p>
        )}
        <p>{t('leaving.told.mail')}</p>
      </Notice>
      <Button look="primary" large onClick={() => send({ type: 'dialog.cancelled' })}>
        {t('leaving.told.close')}
      </Button>
    </div>
  );
}
