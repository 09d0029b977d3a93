import { renderToString } from 'react-dom/server';
import { localeOfTag, localisePath } from '../machines/model/locale.ts';
import type { Pricing } from '../machines/model/pricing.ts';
import { PricingOffers } from './features/pricing/pricing-offers.tsx';
import { buttonClass } from './ui/button.tsx';

/**
 * Renders the offers of the price page for the server, with the same markup as `PricingPanel`, so
 * that the page can be hydrated.
 */
export function renderPricing(pricing: Pricing): string {
  const home = localisePath('/', localeOfTag(pricing.locale) ?? 'en');
  return renderToString(
    <PricingOffers
      pricing={pricing}
      renderStart={(text) => (
        <a className={buttonClass()} href={home}>
          {text}
        </a>
      )}
      onCountry={() => {}}
      onChoose={() => {}}
    />,
  );
}
