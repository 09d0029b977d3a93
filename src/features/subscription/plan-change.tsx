import { useEffect, useRef } from 'react';
import type { ChangePreview } from '../../../machines/model/membership.ts';
import { plansFor } from '../../../machines/subscription/subscription.plans.ts';
import {
  selectChosen,
  selectPlan,
  selectPreview,
  selectPrices,
} from '../../../machines/subscription/subscription.selectors.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import { usePlanWords } from './plan-words.ts';

type Step = 'pricing' | 'choosing' | 'previewing' | 'confirming' | 'sending';

/** Shows the plans that the user can change to. Choosing a plan only shows prices and dates. */
function Choice({ isBusy }: { isBusy: boolean }) {
  const { t, planName, money } = usePlanWords();
  const prices = usePageChart('subscription', selectPrices);
  const plan = usePageChart('subscription', selectPlan);
  const chosen = usePageChart('subscription', selectChosen);
  const send = useSend('subscription');
  return (
    <ul className="plan-choice">
      {plansFor(prices, plan).map(({ code, amount, credits, ...period }) => (
        <li key={code}>
          <PassingButton
            aria-pressed={code === chosen}
            aria-disabled={isBusy}
            onClick={() => send({ type: 'plan.chosen', productCode: code })}
          >
            {t('plan.change.offer', {
              name: planName(period),
              credits,
              amount: prices ? money(amount, prices.currency) : '',
            })}
          </PassingButton>
        </li>
      ))}
    </ul>
  );
}

function Numbers({ preview }: { preview: ChangePreview }) {
  const { t, money } = usePlanWords();
  const { currency, credits, nextCharge } = preview;
  const at = new Date(preview.at);
  return (
    <ul className="plan-numbers">
      {preview.when === 'now' ? (
        <>
          <li>
            {t('plan.change.now', {
              amount: money(preview.amount, currency),
              price: money(preview.price, currency),
              deducted: money(preview.deducted, currency),
            })}
          </li>
          <li>{t('plan.change.credits', { lost: credits.lost, granted: credits.granted })}</li>
        </>
      ) : (
        <>
          <li>{t('plan.change.later', { at })}</li>
          <li>{t('plan.change.keeps', { granted: credits.granted, at })}</li>
        </>
      )}
      <li>
        {t('plan.change.next', {
          amount: money(nextCharge.amount, nextCharge.currency),
          at: new Date(nextCharge.at),
        })}
      </li>
    </ul>
  );
}

/** Changes to another plan in two steps: a choice, and a confirmation. */
export function PlanChange({ step }: { step: Step }) {
  const { t } = usePlanWords();
  const preview = usePageChart('subscription', selectPreview);
  const send = useSend('subscription');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isSending = step === 'sending';
  return (
    <div className="plan-change">
      <h3 ref={title} tabIndex={-1}>
        {t('plan.change.title')}
      </h3>
      {step === 'pricing' ? (
        <p role="status" className="plan-waiting">
          <span className="spinner" />
          {t('plan.change.loading')}
        </p>
      ) : (
        <Choice isBusy={isSending || step === 'previewing'} />
      )}
      <div role="status">
        {step === 'previewing' && (
          <p className="plan-waiting">
            <span className="spinner" />
            {t('plan.change.counting')}
          </p>
        )}
        {preview && (step === 'confirming' || isSending) && <Numbers preview={preview} />}
      </div>
      {step !== 'pricing' && (
        <div className="plan-actions">
          {preview && (step === 'confirming' || isSending) && (
            <PassingButton
              look="primary"
              aria-disabled={isSending}
              onClick={() => send({ type: 'change.confirmed' })}
            >
              {isSending && <span className="spinner" />}
              {t(isSending ? 'plan.change.sending' : 'plan.change.confirm')}
            </PassingButton>
          )}
          <PassingButton aria-disabled={isSending} onClick={() => send({ type: 'change.left' })}>
            {t('plan.change.leave')}
          </PassingButton>
        </div>
      )}
    </div>
  );
}
