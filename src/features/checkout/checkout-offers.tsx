import { Fragment, useState } from 'react';
import {
  selectChosenCode,
  selectOffers,
  selectPlace,
  selectRenewalChoice,
  selectTerms,
} from '../../../machines/checkout/checkout.selectors.ts';
import type { Currency } from '../../../machines/model/money.ts';
import type { Product } from '../../../machines/model/price.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Switch } from '../../ui/switch.tsx';
import { RenewalWords } from './checkout-parts.tsx';
import { useCheckoutWords } from './use-checkout-words.ts';

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

/**
 * Shows the other offers folded, with their lowest price, unless the chosen product is among them
 * when the dialog opens.
 */
function MoreOffers(props: ListProps) {
  const t = useText();
  const { money } = useCheckoutWords();
  const chosen = useDialogChart('checkout', selectChosenCode);
  const lowest = Math.min(...props.products.map(({ amount }) => amount));
  const [isOpen] = useState(() => props.products.some(({ code }) => code === chosen));
  return (
    <details className="checkout-more" open={isOpen}>
      <summary>{t('offers.moreFrom', { price: money(lowest, props.currency) })}</summary>
      <div>
        <OfferList {...props} />
      </div>
    </details>
  );
}

/** Lists the products to choose from, with the switch for auto-renewal below the chosen plan. */
export function Offers() {
  const t = useText();
  const { main, more } = useDialogChart('checkout', selectOffers);
  const place = useDialogChart('checkout', selectPlace);
  if (!place) return null;
  const currency = place.shownCurrency;
  return (
    <fieldset className="checkout-options">
      <legend>{t('checkout.products')}</legend>
      <OfferList products={main} currency={currency} />
      {more.length > 0 && <MoreOffers products={more} currency={currency} />}
    </fieldset>
  );
}
