import { type Pricing, pricingToken } from '../../../machines/model/pricing.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PricingOffers } from './pricing-offers.tsx';

/** Shows the offers. While the page is prerendered, the prices are unknown. */
export function PricingPanel({ pricing }: { pricing: Pricing | undefined }) {
  const send = useSend('purchase');
  return (
    <div className="pricing">
      {pricing ? (
        <PricingOffers
          pricing={pricing}
          renderStart={(text) => (
            <LocaleLink to="/" className={buttonClass()}>
              {text}
            </LocaleLink>
          )}
          onChoose={(product) =>
            send({ type: 'purchase.pressed', price: null, task: null, product })
          }
        />
      ) : (
        pricingToken
      )}
    </div>
  );
}
