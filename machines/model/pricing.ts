import type { Pricing as WirePricing } from '../../contract/pricing.ts';
import type { DeepReadonly } from './deep-readonly.ts';

/** The price page in one language. */
export type Pricing = DeepReadonly<WirePricing>;

export type PricedOffer = Pricing['offers']['main'][number];

/**
 * Parameter of the price page's address with the country that the visitor has chosen. It is not
 * `country`, because campaign links use that (R14). `shopCountryIn` reads it.
 */
export const shopCountryQuery = 'shop';

/**
 * A placeholder in the prerendered price page for its offers. The server replaces it, because
 * prices depend on the operator and on the visitor's country.
 */
export const pricingToken = '%PRICING%';
