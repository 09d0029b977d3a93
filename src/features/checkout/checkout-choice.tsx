import { Fragment, useEffect, useRef, useState } from 'react';
import {
  selectChosenCode,
  selectIsOrdering,
  selectLack,
  selectOffers,
  selectOrderCode,
  selectPayStep,
  selectPlace,
  selectRenewalChoice,
  selectTerms,
} from '../../../machines/checkout/checkout.selectors.ts';
import type { Currency } from '../../../machines/model/money.ts';
import type { Product } from '../../../machines/model/price.ts';
import { selectOpenOrders } from '../../../machines/purchase/purchase.selectors.ts';
import { OpenOrders } from '../../i18n/open-orders.tsx';
import { useText } from '../../i18n/text.tsx';
import { useChart, useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Methods } from './checkout-methods.tsx';
import {
  AgreeLine,
  CheckoutFailure,
  RenewalWords,
  TaxWords,
  TermsList,
} from './checkout-parts.tsx';
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
  if (!lack) return null;
  const { missing, isCovered } = lack;
  return <p>{t(isCovered ? 'checkout.lack' : 'checkout.lack.none', { missing })}</p>;
}

/** Shows what the recommended product saves. */
function Saving() {
  const t = useText();
  const { rate } = useCheckoutWords();
  const { saving } = useDialogChart('checkout', selectOffers);
  if (!saving) return null;
  const { percent, than } = saving;
  return (
    <span className="checkout-saving">
      {t('offer.saving', { percent: rate(percent * 100), than })}
    </span>
  );
}

type OfferProps = { product: Product; currency: Currency };

function Offer({ product, currency }: OfferProps) {
  const t = useText();
  const { money, per, lasts } = useCheckoutWords();
  const { best } = useDialogChart('checkout', selectOffers);
  const chosen = useDialogChart('checkout', selectChosenCode);
  const send = useSend('checkout');
  const { code, kind, credits, amount, photos, perPhoto } = product;
  const price = money(perPhoto, currency);
  return (
    <label className="checkout-option">
      <input
        className="covering"
        type="radio"
        name="product"
        value={code}
        checked={code === chosen}
        onChange={() => send({ type: 'product.chosen', code })}
      />
      <span className="checkout-option-text">
        <span className="checkout-option-name">
          {t('checkout.credits', { credits })}
          <span className="checkout-kind">
            {t(`checkout.kind.${kind}`)}
            {kind === 'pass' && ` · ${lasts(product)}`}
          </span>
          {product === best && <span className="checkout-best">{t('offers.best')}</span>}
        </span>
        {product === best && <Saving />}
        {photos > 0 ? t('checkout.photos', { photos, price }) : kind !== 'pass' && lasts(product)}
      </span>
      <span className="checkout-price">
        {kind === 'plan' ? per(amount, currency, product) : money(amount, currency)}
      </span>
    </label>
  );
}

/** Shows the switch for auto-renewal, which applies only to the plan of this purchase. */
function Renewal() {
  const t = useText();
  const renewal = useDialogChart('checkout', selectRenewalChoice);
  const terms = useDialogChart('checkout', selectTerms);
  const send = useSend('checkout');
  if (!renewal || !terms) return null;
  return (
    <div className="checkout-renewal">
      <Switch
        label={t('checkout.renewal')}
        on={renewal.on}
        onChange={(on) => send({ type: 'renewal.switched', on })}
      />
      <p role="status">
        <RenewalWords terms={terms} />
      </p>
    </div>
  );
}

type ListProps = { products: readonly Product[]; currency: Currency };

function OfferList({ products, currency }: ListProps) {
  const chosen = useDialogChart('checkout', selectChosenCode);
  return products.map((one) => (
    <Fragment key={one.code}>
      <Offer product={one} currency={currency} />
      {one.code === chosen && <Renewal />}
    </Fragment>
  ));
}

/** Shows the other offers folded, unless the chosen product is among them at the beginning. */
function MoreOffers(props: ListProps) {
  const t = useText();
  const chosen = useDialogChart('checkout', selectChosenCode);
  const [isOpen] = useState(() => props.products.some(({ code }) => code === chosen));
  return (
    <details className="checkout-more" open={isOpen}>
      <summary>{t('offers.more')}</summary>
      <div>
        <OfferList {...props} />
      </div>
    </details>
  );
}

function Offers() {
  const t = useText();
  const { main, more } = useDialogChart('checkout', selectOffers);
  const place = useDialogChart('checkout', selectPlace);
  if (!place) return null;
  const currency = place.shownCurrency;
  return (
    <fieldset className="checkout-options">
      <legend>{t('checkout.products')}</legend>
      {main.length === 0 && <p>{t('checkout.products.none')}</p>}
      <OfferList products={main} currency={currency} />
      {more.length > 0 && <MoreOffers products={more} currency={currency} />}
    </fieldset>
  );
}

/** Shows country and currency, for a buyer whose browser language belongs to another country. */
function Place() {
  const t = useText();
  const { country: nameOf, currency: currencyName } = useCheckoutWords();
  const place = useDialogChart('checkout', selectPlace);
  const send = useSend('checkout');
  if (!place) return null;
  const { country, currency, countries, currencies } = place;
  const known = countries.map((value) => ({ value, name: nameOf(value) }));
  return (
    <details className="checkout-place">
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
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={form} className="checkout" aria-busy={isBusy}>
      <Waiting />
      <Lack />
      <Offers />
      <Methods />
      <TermsList isWhole={false} />
      <Place />
      <div className="checkout-foot">
        <CheckoutFailure />
        <InShort />
        <PayButton isBusy={isBusy} />
        <AgreeLine />
      </div>
    </div>
  );
}
