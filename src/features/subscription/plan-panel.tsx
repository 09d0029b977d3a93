import '../../ui/fold.css';
import './plan.css';
import type { ReactNode } from 'react';
import { selectIsPlanArriving } from '../../../machines/purchase/arriving.selectors.ts';
import {
  type SubscriptionView,
  selectOrders,
  selectPlan,
  selectSubscriptionFailure,
  selectSubscriptionView,
} from '../../../machines/subscription/subscription.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { BuyPlan, PlanCard } from './plan-card.tsx';
import { PlanOrders } from './plan-orders.tsx';

/**
 * Shows equal buttons for cancellation and withdrawal by order number. Each dialog is one press
 * away (R74). Users see them, too, because their order can belong to another address.
 */
function ByCode({ title }: { title: MessageId }) {
  const t = useText();
  const send = useSend('subscription');
  return (
    <section className="plan-card" aria-labelledby="plan-by-code">
      <h2 id="plan-by-code">{t(title)}</h2>
      <p>{t('plan.byCode.text')}</p>
      <div className="plan-actions">
        <PassingButton onClick={() => send({ type: 'codeWay.chosen', kind: 'cancel' })}>
          {t('plan.byCode.cancel')}
        </PassingButton>
        <PassingButton onClick={() => send({ type: 'codeWay.chosen', kind: 'withdraw' })}>
          {t('plan.byCode.withdraw')}
        </PassingButton>
      </div>
    </section>
  );
}

function SignedOut() {
  const t = useText();
  const send = useSend('session');
  const buy = useSend('purchase');
  return (
    <>
      <section className="plan-card" aria-labelledby="plan-sign-in">
        <h2 id="plan-sign-in">{t('plan.signedOut.title')}</h2>
        <p>{t('plan.signedOut.text')}</p>
        <div className="plan-actions">
          <PassingButton look="primary" onClick={() => send({ type: 'signIn.pressed' })}>
            {t('nav.signIn')}
          </PassingButton>
          <PassingButton onClick={() => buy({ type: 'purchase.pressed', price: null, task: null })}>
            {t('plan.buy')}
          </PassingButton>
        </div>
      </section>
      <ByCode title="plan.byCode.title" />
    </>
  );
}

function Failed() {
  const t = useText();
  const failure = usePageChart('subscription', selectSubscriptionFailure);
  const send = useSend('subscription');
  return (
    <>
      <Notice
        tone="bad"
        icon={failureIcon(failure)}
        title={t('plan.failed')}
        actions={
          <PassingButton onClick={() => send({ type: 'membership.retried' })}>
            {t('failure.retry')}
          </PassingButton>
        }
      >
        {failure && (
          <p>
            <FailureText failure={failure} />
          </p>
        )}
      </Notice>
      <ByCode title="plan.byCode.title" />
    </>
  );
}

function Nothing() {
  const t = useText();
  const isArriving = useChart('purchase', selectIsPlanArriving);
  return (
    <section className="plan-card" aria-labelledby="plan-none">
      <h2 id="plan-none">{t('plan.none.title')}</h2>
      <p>{t('plan.none.text')}</p>
      <div className="plan-actions">
        {!isArriving && <BuyPlan />}
        <LocaleLink to="/" className={buttonClass()}>
          {t('plan.none.action')}
        </LocaleLink>
      </div>
    </section>
  );
}

function Shown() {
  const plan = usePageChart('subscription', selectPlan);
  const count = usePageChart('subscription', (one) => selectOrders(one).length) ?? 0;
  return (
    <>
      {plan ? <PlanCard plan={plan} /> : <Nothing />}
      {count > 0 && <PlanOrders />}
      <ByCode title="plan.byCode.other" />
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <p role="status" className="plan-waiting">
      <span className="spinner" />
      {t('plan.loading')}
    </p>
  );
}

const views: Record<SubscriptionView, () => ReactNode> = {
  loading: () => <Loading />,
  signedOut: () => <SignedOut />,
  failed: () => <Failed />,
  shown: () => <Shown />,
};

/**
 * Shows the plan and its charges, and the buttons for cancellation and withdrawal (R74). The texts
 * appear when the chart runs.
 */
export function PlanPanel() {
  const view = usePageChart('subscription', selectSubscriptionView);
  return (
    <div className="plan" {...useChartAttributes('subscription')}>
      {view ? views[view]() : <div className="plan-coming" />}
    </div>
  );
}
