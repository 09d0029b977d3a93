import {
  selectCheckoutFailure,
  selectMadeOrder,
  selectTerms,
} from '../../../machines/checkout/checkout.selectors.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WholeNumber } from '../../ui/whole-number.tsx';
import { AgreeLine, Lead, TermsList } from './checkout-parts.tsx';
import { useCheckoutWords } from './use-checkout-words.ts';
import { useMethodName } from './use-method-name.ts';

type Props = { isBusy: boolean };

/** Repeats all terms, above the button that orders. */
export function ReviewStep({ isBusy }: Props) {
  const t = useText();
  const { money } = useCheckoutWords();
  const terms = useDialogChart('checkout', selectTerms);
  const send = useSend('checkout');
  if (!terms) return null;
  const price = money(terms.amount, terms.currency);
  return (
    <>
      <Lead>{t('checkout.review.lead')}</Lead>
      <TermsList isWhole />
      <div className="checkout-foot">
        <AgreeLine />
        <Button
          look="primary"
          large
          aria-disabled={isBusy}
          onClick={() => send({ type: 'order.confirmed' })}
        >
          {isBusy && <span className="spinner" />}
          {isBusy ? t('signIn.wait') : t('checkout.pay', { price })}
        </Button>
        <Button look="quiet" aria-disabled={isBusy} onClick={() => send({ type: 'review.left' })}>
          {t('checkout.back')}
        </Button>
      </div>
    </>
  );
}

/**
 * Shows that the payment page is opening, with a link to that page in case the browser does not
 * open it.
 */
export function LeavingStep({ isBusy }: Props) {
  const t = useText();
  const { money } = useCheckoutWords();
  const nameOf = useMethodName();
  const send = useSend('checkout');
  const made = useDialogChart('checkout', selectMadeOrder);
  const failure = useDialogChart('checkout', selectCheckoutFailure);
  if (!made) return null;
  const { code, amount, currency, method, host } = made;
  return (
    <>
      <Lead>
        <Text
          id="checkout.leaving"
          values={{
            code: <WholeNumber>{code}</WholeNumber>,
            host,
            price: money(amount, currency),
            method: nameOf(method),
          }}
        />
      </Lead>
      <div role="status" className="checkout-wait">
        {isBusy && (
          <>
            <span className="spinner" /> {t('checkout.leaving.wait')}
          </>
        )}
        {failure && <Notice tone="bad">{t('checkout.leaving.refused')}</Notice>}
      </div>
      <div className="checkout-foot">
        <Button
          look={isBusy ? 'plain' : 'primary'}
          large
          onClick={() => send({ type: 'payPage.pressed' })}
        >
          {t('checkout.leaving.again')}
        </Button>
        <Button look="quiet" onClick={() => send({ type: 'dialog.cancelled' })}>
          {t('checkout.leaving.later')}
        </Button>
      </div>
    </>
  );
}
