import type { PriceData } from '../../contract/price.ts';
import { localisePath } from '../../machines/model/locale.ts';
import { minorDigits } from '../../machines/model/money.ts';
import { offersOf } from '../../machines/model/offers.ts';
import { creditsOf, nameOf } from './pricing.presenter.ts';
import type { PricingWords } from './pricing-words.ts';

type Seller = { product: string; publicUrl: string };

/** Returns an amount as schema.org writes it: in the main unit, with a point. */
function writtenPrice(amount: number, currency: PriceData['currency']): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/**
 * Returns the offers of the price page for search engines (schema.org): the products of the page in
 * the same order and at the same prices.
 */
export function pricingFacts(
  words: PricingWords,
  { products, currency }: PriceData,
  { product: application, publicUrl }: Seller,
): object {
  const addressOf = (path: string) => `${publicUrl}${localisePath(path, words.locale)}`;
  const { main, more } = offersOf(products);
  return {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: application,
    url: addressOf('/'),
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    offers: [...main, ...more].map((product) => ({
      '@type': 'Offer',
      name: nameOf(words, product),
      description: creditsOf(words, product.credits),
      price: writtenPrice(product.amount, currency),
      priceCurrency: currency,
      url: addressOf('/pricing'),
    })),
  };
}
