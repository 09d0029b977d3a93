import './checkout.css';
import {
  type CheckoutScreen,
  selectCheckoutFailure,
  selectCheckoutScreen,
  selectOrderCode,
} from '../../../machines/checkout/checkout.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { WholeNumber } from '../../ui/whole-number.tsx';
import { ChoosingStep } from './checkout-choice.tsx';
import { LeavingStep, ReviewStep } from './checkout-review.tsx';

function LoadingStep() {
  const t = useText();
  return (
    <p className="checkout-wait" role="status">
      <span className="spinner" /> {t('checkout.loading')}
    </p>
  );
}

function FailedStep() {
  const t = useText();
  const send = useSend('checkout');
  const failure = useDialogChart('checkout', selectCheckoutFailure);
  return (
    <Notice
      live
      tone="bad"
      icon={failureIcon(failure)}
      title={t('checkout.failed')}
      actions={
        <Button onClick={() => send({ type: 'prices.retried' })}>{t('failure.retry')}</Button>
      }
    >
      {failure && <FailureText failure={failure} />}
    </Notice>
  );
}

const steps = {
  loading: LoadingStep,
  failed: FailedStep,
  choosing: ChoosingStep,
  reviewing: ReviewStep,
  leaving: LeavingStep,
} as const satisfies Record<CheckoutScreen['name'], unknown>;

/** Takes an order and opens the payment page. */
export default function CheckoutDialog() {
  const t = useText();
  const step = useDialogChart('checkout', selectCheckoutScreen);
  const code = useDialogChart('checkout', selectOrderCode);
  const send = useSend('checkout');
  const attributes = useChartAttributes('checkout');
  const Step = steps[step.name];
  const title =
    code === null ? (
      t('checkout.title')
    ) : (
      <Text id="checkout.title.order" values={{ code: <WholeNumber>{code}</WholeNumber> }} />
    );
  const titles = {
    reviewing: t('checkout.title.review'),
    leaving: t('checkout.title.leaving'),
  } as Partial<Record<CheckoutScreen['name'], string>>;
  return (
    <Dialog
      title={titles[step.name] ?? title}
      close={t('dialog.close')}
      onDismiss={() => send({ type: 'dialog.cancelled' })}
      attributes={attributes}
    >
      <Step isBusy={step.isBusy} />
    </Dialog>
  );
}
