import { useLocation } from 'wouter';
import { pricingPath } from '../../../machines/model/pages.ts';
import { type Pricing, pricingToken, shopCountryQuery } from '../../../machines/model/pricing.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PricingOffers } from './pricing-offers.tsx';

/** Shows the offers. While the page is prerendered, the prices are unknown. */
export function PricingPanel({ pricing }: { pricing: Pricing | undefined }) {
  const send = useSend('purchase');
  const [, navigate] = useLocation();
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
          onCountry={(country) =>
            navigate(`${pricingPath}?${shopCountryQuery}=${country}`, { replace: true })
          }
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
