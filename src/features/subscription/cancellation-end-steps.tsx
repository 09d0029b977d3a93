import {
  selectCancellationKind,
  selectCancellationOrder,
  selectCancellationPlan,
  selectCanRetry,
  selectLeft,
  selectWithdrawal,
} from '../../../machines/cancellation/cancellation.selectors.ts';
import { cycleOf } from '../../../machines/model/membership.ts';
import type { Order } from '../../../machines/model/order.ts';
import { useIsBusy } from '../../form/form-chart.ts';
import { FormFailure } from '../../form/form-failure.tsx';
import { Text } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WholeNumber } from '../../ui/whole-number.tsx';
import { usePlanWords } from './plan-words.ts';

export function PreviewingStep() {
  const { t } = usePlanWords();
  return (
    <p role="status" className="plan-waiting cancellation">
      <span className="spinner" />
      {t('cancellation.counting')}
    </p>
  );
}

export function UnknownStep() {
  const { t } = usePlanWords();
  const send = useSend('cancellation');
  const canRetry = useDialogChart('cancellation', selectCanRetry);
  return (
    <div className="cancellation">
      <FormFailure chart="cancellation" />
      <div className="plan-actions">
        {canRetry && (
          <Button onClick={() => send({ type: 'preview.retried' })}>{t('failure.retry')}</Button>
        )}
        <Button onClick={() => send({ type: 'dialog.cancelled' })}>{t('cancellation.back')}</Button>
      </div>
    </div>
  );
}

function AboutOrder({ order, amount }: { order: Order; amount: string }) {
  const { orderName } = usePlanWords();
  const code = <WholeNumber>{order.code}</WholeNumber>;
  return <Text id="cancellation.about" values={{ name: orderName(order), code, amount }} />;
}

/** Shows when a cancelled plan would end, and what would happen to its credits. */
function CancelNumbers() {
  const { t, planName, money } = usePlanWords();
  const plan = useDialogChart('cancellation', selectCancellationPlan);
  const order = useDialogChart('cancellation', selectCancellationOrder);
  if (!plan) {
    return (
      <ul className="plan-numbers">
        {order && (
          <li>
            <AboutOrder order={order} amount={money(order.amount, order.currency)} />
          </li>
        )}
        <li>{t('cancellation.cancel.untilEnd')}</li>
        <li>{t('cancellation.cancel.noCharge')}</li>
      </ul>
    );
  }
  const { periodEnd, credits, retries } = plan;
  return (
    <ul className="plan-numbers">
      {periodEnd && (
        <li>
          {t('cancellation.cancel.runs', {
            name: planName(cycleOf(plan)),
            at: new Date(periodEnd),
          })}
        </li>
      )}
      {credits && (
        <li>
          {t('cancellation.cancel.credits', {
            left: credits.left,
            at: new Date(credits.expiresAt),
          })}
        </li>
      )}
      <li>
        {t(retries.length > 0 ? 'cancellation.cancel.noRetry' : 'cancellation.cancel.noCharge')}
      </li>
    </ul>
  );
}

/** Shows the refund, and how the refund is calculated. */
function WithdrawNumbers() {
  const { t, money } = usePlanWords();
  const withdrawal = useDialogChart('cancellation', selectWithdrawal);
  const order = useDialogChart('cancellation', selectCancellationOrder);
  if (!withdrawal) return null;
  const { amount, paid, currency, credits, until, endsPlan } = withdrawal;
  return (
    <ul className="plan-numbers">
      {order && (
        <li>
          <AboutOrder order={order} amount={money(paid, currency)} />
        </li>
      )}
      <li>
        {t('cancellation.withdraw.amount', {
          amount: money(amount, currency),
          paid: money(paid, currency),
        })}
      </li>
      <li>
        {t('cancellation.withdraw.credits', {
          left: credits.left,
          granted: credits.granted,
          used: credits.used,
        })}
      </li>
      {endsPlan && <li>{t('cancellation.withdraw.endsPlan')}</li>}
      <li>{t('cancellation.withdraw.until', { at: new Date(until) })}</li>
    </ul>
  );
}

const confirms = {
  cancel: { go: 'cancellation.cancel.confirm', busy: 'cancellation.cancel.sending' },
  withdraw: { go: 'cancellation.withdraw.confirm', busy: 'cancellation.withdraw.sending' },
} as const;

/** Shows the consequences in numbers, and two equal buttons. */
export function ReviewingStep() {
  const { t } = usePlanWords();
  const kind = useDialogChart('cancellation', selectCancellationKind);
  const isBusy = useIsBusy('cancellation');
  const send = useSend('cancellation');
  return (
    <div className="cancellation">
      {kind === 'cancel' ? <CancelNumbers /> : <WithdrawNumbers />}
      <p className="small">{t('cancellation.receipt')}</p>
      <FormFailure chart="cancellation" />
      <div className="plan-actions">
        <Button aria-disabled={isBusy} onClick={() => send({ type: 'cancellation.confirmed' })}>
          {isBusy && <span className="spinner" />}
          {t(confirms[kind][isBusy ? 'busy' : 'go'])}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => send({ type: 'dialog.cancelled' })}>
          {t('cancellation.back')}
        </Button>
      </div>
    </div>
  );
}

/**
 * Confirms the cancellation or withdrawal, and shows when the plan ends and that a mail was sent.
 */
export function ToldStep() {
  const { t, money } = usePlanWords();
  const left = useDialogChart('cancellation', selectLeft);
  const withdrawal = useDialogChart('cancellation', selectWithdrawal);
  const send = useSend('cancellation');
  const plan = left?.kind === 'cancel' ? left.plan : null;
  return (
    <div className="cancellation">
      <Notice tone="good" icon="check">
        {plan?.periodEnd && <p>{t('cancellation.told.ends', { at: new Date(plan.periodEnd) })}</p>}
        {plan?.credits && (
          <p>
            {t('cancellation.cancel.credits', {
              left: plan.credits.left,
              at: new Date(plan.credits.expiresAt),
            })}
          </p>
        )}
        {left?.kind === 'withdraw' && withdrawal && (
          <p>
            {t('cancellation.told.refund', {
              amount: money(withdrawal.amount, withdrawal.currency),
            })}
          </p>
        )}
        <p>{t('cancellation.told.mail')}</p>
      </Notice>
      <Button look="primary" large onClick={() => send({ type: 'dialog.cancelled' })}>
        {t('cancellation.told.close')}
      </Button>
    </div>
  );
}
