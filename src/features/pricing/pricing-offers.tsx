import '../../ui/select.css';
import './pricing.css';
import type { CSSProperties, ReactNode } from 'react';
import {
  type PricedOffer,
  type Pricing,
  shopCountryQuery,
} from '../../../machines/model/pricing.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

type Props = {
  pricing: Pricing;
  /** link to the home page; gets its text */
  renderStart: (text: string) => ReactNode;
  onCountry: (country: string) => void;
  onChoose: (code: string) => void;
};

/** Id of the heading of the offers, where the form without scripts leads. */
const offersId = 'pricing-offers';

type OfferProps = Pick<Props, 'pricing' | 'onChoose'> & { offer: PricedOffer };

function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <ul className="pricing-facts">
      {facts.map((fact) => (
        <li key={fact}>
          <Icon name="check" size={18} />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}

function Choose({ pricing, offer, onChoose }: OfferProps) {
  if (pricing.noSale) return null;
  return (
    <button
      type="button"
      className={buttonClass(offer.isBest ? 'primary' : 'plain')}
      aria-label={offer.choose}
      onClick={() => onChoose(offer.code)}
    >
      {pricing.offers.choose}
    </button>
  );
}

function Card(props: OfferProps) {
  const { pricing, offer } = props;
  return (
    <li className="pricing-card" data-offer={offer.code} data-best={offer.isBest}>
      <div className="pricing-name">
        <h3>{offer.name}</h3>
        {offer.isBest && <span className="pricing-best">{pricing.offers.best}</span>}
      </div>
      <p className="pricing-price">
        <strong>{offer.price}</strong> <span>{offer.paid}</span>
      </p>
      <p className="pricing-credits">{offer.credits}</p>
      <p className="pricing-saving">{offer.saving}</p>
      <Choose {...props} />
      <Facts facts={offer.facts} />
    </li>
  );
}

function Row(props: OfferProps) {
  const { offer } = props;
  return (
    <li className="pricing-row" data-offer={offer.code}>
      <div>
        <h3>
          {offer.name} · {offer.credits}
        </h3>
        <p>{offer.facts.join(' · ')}</p>
      </div>
      <p className="pricing-price">
        <strong>{offer.price}</strong> <span>{offer.paid}</span>
      </p>
      <Choose {...props} />
    </li>
  );
}

/** Shows the choice of the country. Without scripts, the form loads the page again. */
function Country({
  pricing: { country, choice },
  onCountry,
}: Pick<Props, 'pricing' | 'onCountry'>) {
  if (!choice) return null;
  return (
    // a browser that restores the last choice would show it above other prices
    <form className="pricing-country" action={`#${offersId}`} autoComplete="off">
      <label className="select">
        <span className="sr-only">{choice.label}</span>
        <select
          name={shopCountryQuery}
          defaultValue={country}
          onChange={(event) => onCountry(event.currentTarget.value)}
        >
          {choice.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </label>
      <noscript>
        <button type="submit" className={buttonClass()}>
          {choice.action}
        </button>
      </noscript>
    </form>
  );
}

/**
 * Shows what is free, what is sold, and what a photo costs. The server renders this component into
 * the price page, so it must not read charts or messages.
 */
export function PricingOffers({ pricing, renderStart, onCountry, onChoose }: Props) {
  const { free, offers, noSale, methods, place, costs } = pricing;
  return (
    <>
      <section className="pricing-free" aria-labelledby="pricing-free">
        <h2 id="pricing-free">{free.title}</h2>
        <Facts facts={free.facts} />
        {renderStart(free.action)}
      </section>
      <section className="pricing-section" aria-labelledby={offersId}>
        <h2 id={offersId}>{offers.title}</h2>
        <Country pricing={pricing} onCountry={onCountry} />
        {noSale && <p className="pricing-no-sale">{noSale.text}</p>}
        <ul className="pricing-cards" style={{ '--cards': offers.main.length } as CSSProperties}>
          {offers.main.map((offer) => (
            <Card key={offer.code} pricing={pricing} offer={offer} onChoose={onChoose} />
          ))}
        </ul>
        {offers.more.length > 0 && (
          <details className="pricing-more">
            <summary>
              {offers.moreTitle}
              <Icon name="chevron" />
            </summary>
            <ul>
              {offers.more.map((offer) => (
                <Row key={offer.code} pricing={pricing} offer={offer} onChoose={onChoose} />
              ))}
            </ul>
          </details>
        )}
        <div className="pricing-notes">
          {methods && <p>{methods}</p>}
          <p>{place}</p>
        </div>
      </section>
      <section className="pricing-section" aria-labelledby="pricing-costs">
        <h2 id="pricing-costs">{costs.title}</h2>
        <p className="pricing-lead">{costs.text}</p>
        <dl className="pricing-costs">
          {costs.rows.map(({ credits, tools }) => (
            <div key={credits}>
              <dt>{credits}</dt>
              <dd>{tools}</dd>
            </div>
          ))}
        </dl>
        {costs.copied && <p className="pricing-notes">{costs.copied}</p>}
      </section>
    </>
  );
}
