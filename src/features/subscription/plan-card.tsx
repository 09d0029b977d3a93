import {
  canChange,
  cycleOf,
  isOneTime,
  isPastDue,
  isRenewing,
  isRunning,
  type Plan,
} from '../../../machines/model/membership.ts';
import {
  selectChangeStep,
  selectDoing,
  selectFrontStatus,
  selectOutcome,
  selectStatusInWords,
  selectSubscriptionFailure,
  selectTip,
} from '../../../machines/subscription/subscription.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { PlanChange } from './plan-change.tsx';
import { usePlanWords } from './plan-words.ts';

/** Texts for the state of a plan, by the status number of R51. */
const statusWords: Readonly<Record<number, MessageId>> = {
  1: 'plan.status.running',
  2: 'plan.status.over',
  10: 'plan.status.ending',
  11: 'plan.status.pastDue',
  12: 'plan.status.endingUnpaid',
};

const outcomes = {
  resumed: 'plan.outcome.resumed',
  retried: 'plan.outcome.retried',
  changed: 'plan.outcome.changed',
  notChanged: 'plan.outcome.notChanged',
} as const;

/** Shows the effect of the last press, or why that press had no effect. */
function LastPress({ plan }: { plan: Plan }) {
  const { t } = usePlanWords();
  const failure = usePageChart('subscription', selectSubscriptionFailure);
  const outcome = usePageChart('subscription', selectOutcome);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failureIcon(failure)}>
          <FailureText failure={failure} />
        </Notice>
      )}
      {plan.pendingChange !== null && <Notice icon="clock">{t('plan.changing')}</Notice>}
      {!failure && outcome && plan.pendingChange === null && (
        <Notice
          tone={outcome === 'notChanged' ? 'bad' : 'good'}
          icon={outcome === 'notChanged' ? 'warning' : 'check'}
        >
          {t(outcomes[outcome])}
        </Notice>
      )}
    </div>
  );
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="plan-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ plan }: { plan: Plan }) {
  const { t, money } = usePlanWords();
  const { nextCharge, periodEnd, credits, retries } = plan;
  return (
    <dl className="plan-facts">
      <Row name={t('plan.next')}>
        {nextCharge
          ? t('plan.next.value', {
              amount: money(nextCharge.amount, nextCharge.currency),
              at: new Date(nextCharge.at),
            })
          : t('plan.next.none')}
      </Row>
      {periodEnd && !nextCharge && (
        <Row name={t('plan.end')}>{t('plan.date', { at: new Date(periodEnd) })}</Row>
      )}
      {retries.length > 0 && (
        <Row name={t('plan.retries')}>
          {retries.map((at) => t('plan.date', { at: new Date(at) })).join(' · ')}
        </Row>
      )}
      {credits && (
        <Row name={t('plan.credits')}>
          {t('plan.credits.value', {
            left: credits.left,
            granted: credits.granted,
            at: new Date(credits.expiresAt),
          })}
        </Row>
      )}
      {plan.nextProductCode && <Row name={t('plan.follows')}>{t('plan.follows.value')}</Row>}
    </dl>
  );
}

function Actions({ plan }: { plan: Plan }) {
  const { t } = usePlanWords();
  const doing = usePageChart('subscription', selectDoing);
  const send = useSend('subscription');
  const busy = { 'aria-disabled': doing !== null };
  const spins = (what: typeof doing) => doing === what && <span className="spinner" />;
  return (
    <div className="plan-actions">
      {isPastDue(plan) && (
        <PassingButton {...busy} onClick={() => send({ type: 'renewal.pressed' })}>
          {spins('retrying')}
          {t('plan.retryNow')}
        </PassingButton>
      )}
      {canChange(plan) && (
        <PassingButton {...busy} onClick={() => send({ type: 'change.pressed' })}>
          {t('plan.change')}
        </PassingButton>
      )}
      {plan.canResume && (
        <PassingButton {...busy} onClick={() => send({ type: 'resume.pressed' })}>
          {spins('resuming')}
          {t(isOneTime(plan) ? 'plan.renew' : 'plan.resume')}
        </PassingButton>
      )}
      {isRenewing(plan) && (
        <PassingButton {...busy} onClick={() => send({ type: 'cancel.pressed' })}>
          {t('plan.cancel')}
        </PassingButton>
      )}
    </div>
  );
}

const buys = { type: 'purchase.pressed', price: null, task: null } as const;

/**
 * Shows a button that buys the plan again with auto-renewal, because a plan that was paid once
 * cannot be charged again.
 */
function RenewByPaying({ plan }: { plan: Plan }) {
  const { t } = usePlanWords();
  const send = useSend('purchase');
  const renews = plan.productCode === null ? buys : { ...buys, renewed: plan.productCode };
  return (
    <>
      <p>{t('plan.renew.byPaying')}</p>
      <div className="plan-actions">
        <PassingButton onClick={() => send(renews)}>{t('plan.renew')}</PassingButton>
      </div>
    </>
  );
}

/** Shows a button that buys a plan, for users without a plan. */
export function BuyPlan() {
  const { t } = usePlanWords();
  const send = useSend('purchase');
  return (
    <PassingButton look="primary" onClick={() => send(buys)}>
      {t('plan.buy')}
    </PassingButton>
  );
}

/** Shows the plan with its numbers, and the buttons to cancel and withdraw. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t, planName } = usePlanWords();
  const status = usePageChart('subscription', selectFrontStatus) ?? 0;
  const words = statusWords[usePageChart('subscription', selectStatusInWords) ?? 0];
  const tip = usePageChart('subscription', selectTip);
  const step = usePageChart('subscription', selectChangeStep);
  const at = plan.periodEnd ? new Date(plan.periodEnd) : null;
  return (
    <section className="plan-card" aria-labelledby="plan-name" data-front-status={status}>
      <div className="plan-head">
        <h2 id="plan-name">{planName(cycleOf(plan))}</h2>
        {words && <span className="plan-status">{t(words)}</span>}
      </div>
      {tip && at && <p className="plan-tip">{t(`plan.tip.${tip}`, { at })}</p>}
      <Facts plan={plan} />
      <LastPress plan={plan} />
      {step ? <PlanChange step={step} /> : <Actions plan={plan} />}
      {isOneTime(plan) && !plan.canResume && <RenewByPaying plan={plan} />}
      {!isRunning(plan) && (
        <div className="plan-actions">
          <BuyPlan />
        </div>
      )}
    </section>
  );
}
