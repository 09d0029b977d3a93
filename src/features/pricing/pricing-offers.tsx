import './pricing.css';
import type { CSSProperties, ReactNode } from 'react';
import type { PricedOffer, Pricing } from '../../../machines/model/pricing.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

type Props = {
  pricing: Pricing;
  /** link to the home page; gets its text */
  renderStart: (text: string) => ReactNode;
  onChoose: (code: string) => void;
};

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

/**
 * Says once that nothing can be paid here. The cards then have no buttons. The button for another
 * country chooses an offer, because only a guest who has chosen one leaves this page for the shop.
 */
function NoSale({ pricing, onChoose }: Pick<Props, 'pricing' | 'onChoose'>) {
  const { noSale, offers } = pricing;
  const [first] = offers.main;
  if (!noSale) return null;
  return (
    <div className="pricing-no-sale">
      <p>{noSale.text}</p>
      {noSale.action && first && (
        <button type="button" className={buttonClass()} onClick={() => onChoose(first.code)}>
          {noSale.action}
        </button>
      )}
    </div>
  );
}

/**
 * Shows what is free, what is sold, and what a photo costs. The server renders this component into
 * the price page, so it must not read charts or messages.
 */
export function PricingOffers({ pricing, renderStart, onChoose }: Props) {
  const { free, offers, methods, place, costs } = pricing;
  return (
    <>
      <section className="pricing-free" aria-labelledby="pricing-free">
        <h2 id="pricing-free">{free.title}</h2>
        <Facts facts={free.facts} />
        {renderStart(free.action)}
      </section>
      <section className="pricing-section" aria-labelledby="pricing-offers">
        <h2 id="pricing-offers">{offers.title}</h2>
        <NoSale pricing={pricing} onChoose={onChoose} />
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
