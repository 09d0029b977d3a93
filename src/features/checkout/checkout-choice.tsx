import { useEffect, useRef, useState } from 'react';
import {
  selectIsOrdering,
  selectLack,
  selectOrderCode,
  selectPayStep,
  selectPlace,
  selectSale,
  selectTerms,
} from '../../../machines/checkout/checkout.selectors.ts';
import type { Currency } from '../../../machines/model/money.ts';
import { selectIsCovered } from '../../../machines/purchase/covered.selectors.ts';
import { selectOpenOrders } from '../../../machines/purchase/purchase.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { OpenOrders } from '../../i18n/open-orders.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Methods } from './checkout-methods.tsx';
import { Offers } from './checkout-offers.tsx';
import { AgreeLine, CheckoutFailure, TaxWords, TermsList } from './checkout-parts.tsx';
import { useCheckoutWords } from './use-checkout-words.ts';

type Props = { isBusy: boolean };

/** Lists earlier orders that are not paid yet. */
function Waiting() {
  const paid = useDialogChart('checkout', selectOrderCode);
  const orders = useChart('purchase', selectOpenOrders);
  const send = useSend('checkout');
  if (paid !== null) return null;
  return (
    <OpenOrders
      orders={orders}
      onOpen={(code, intent) => send({ type: 'openOrder.pressed', code, intent })}
    />
  );
}

function Lack() {
  const t = useText();
  const lack = useDialogChart('checkout', selectLack);
  const isCovered = useChart('purchase', selectIsCovered);
  const send = useSend('checkout');
  if (isCovered) {
    return (
      <p>
        <Text
          id="text.sentences"
          values={{
            first: t('checkout.covered'),
            second: (
              <LocaleLink to="/" onClick={() => send({ type: 'dialog.cancelled' })}>
                {t('checkout.covered.back')}
              </LocaleLink>
            ),
          }}
        />
      </p>
    );
  }
  if (!lack) return null;
  const { missing } = lack;
  return <p>{t(lack.isCovered ? 'checkout.lack' : 'checkout.lack.none', { missing })}</p>;
}

/** Says that nothing can be paid here, and what the buyer can do. */
function NoSale() {
  const t = useText();
  const { country: nameOf, currency: currencyName } = useCheckoutWords();
  const sale = useDialogChart('checkout', selectSale);
  const place = useDialogChart('checkout', selectPlace);
  if (sale === 'open' || !place) return null;
  const values = {
    country: nameOf(place.shownCountry),
    currency: currencyName(place.shownCurrency),
  };
  return (
    <Notice tone="warn" live>
      {t(`checkout.${sale}`, values)}
    </Notice>
  );
}

/**
 * Shows country and currency, for a buyer whose browser language belongs to another country. The
 * choice unfolds when nothing can be paid. It does not fold up by itself, because the buyer may be
 * in it.
 */
function Place() {
  const t = useText();
  const { country: nameOf, currency: currencyName } = useCheckoutWords();
  const place = useDialogChart('checkout', selectPlace);
  const sale = useDialogChart('checkout', selectSale);
  const send = useSend('checkout');
  const [isUnfolded, setUnfolded] = useState(false);
  useEffect(() => {
    if (sale === 'elsewhere') setUnfolded(true);
  }, [sale]);
  if (!place || sale === 'closed') return null;
  const { country, currency, countries, currencies } = place;
  const known = countries.map((value) => ({ value, name: nameOf(value) }));
  return (
    <details
      className="checkout-place"
      open={isUnfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>
        {t('checkout.place', { country: nameOf(country), currency: currencyName(currency) })}
      </summary>
      <div>
        <Select
          label={t('checkout.country')}
          name="country"
          value={country}
          choices={known.sort((a, b) => a.name.localeCompare(b.name))}
          onChange={(value) => send({ type: 'country.chosen', country: value })}
        />
        <Select
          label={t('checkout.currency')}
          name="currency"
          value={currency}
          choices={currencies.map((value) => ({ value, name: currencyName(value) }))}
          onChange={(value) => send({ type: 'currency.chosen', currency: value as Currency })}
        />
      </div>
    </details>
  );
}

function PayButton({ isBusy }: Props) {
  const t = useText();
  const { money } = useCheckoutWords();
  const step = useDialogChart('checkout', selectPayStep);
  const isOrdering = useDialogChart('checkout', selectIsOrdering);
  const terms = useDialogChart('checkout', selectTerms);
  const send = useSend('checkout');
  if (!terms) return null;
  const price = money(terms.amount, terms.currency);
  return (
    <Button
      look="primary"
      large
      aria-disabled={isBusy || step === 'none'}
      onClick={() => send({ type: 'pay.pressed' })}
    >
      {isBusy && <span className="spinner" />}
      {isOrdering
        ? t('signIn.wait')
        : t(step === 'review' ? 'checkout.review' : 'checkout.pay', { price })}
    </Button>
  );
}

/** Shows a summary beside the button, which stays visible at every scroll position. */
function InShort() {
  const t = useText();
  const { lasts } = useCheckoutWords();
  const terms = useDialogChart('checkout', selectTerms);
  if (!terms) return null;
  return (
    <p className="checkout-short">
      {t('checkout.credits', { credits: terms.credits })} · <span>{lasts(terms)}</span> ·{' '}
      <TaxWords terms={terms} />
    </p>
  );
}

/** Shows products, payment methods, all terms, and the button with the price on one screen. */
export function ChoosingStep({ isBusy }: Props) {
  const form = useRef<HTMLDivElement>(null);
  const isOpen = useDialogChart('checkout', selectSale) === 'open';
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={form} className="checkout" aria-busy={isBusy}>
      <Waiting />
      {isOpen ? (
        <>
          <Lack />
          <Offers />
          <Methods />
          <TermsList isWhole={false} />
        </>
      ) : (
        <NoSale />
      )}
      <Place />
      <div className="checkout-foot">
        <CheckoutFailure />
        {isOpen && (
          <>
            <InShort />
            <PayButton isBusy={isBusy} />
            <AgreeLine />
          </>
        )}
      </div>
    </div>
  );
}
