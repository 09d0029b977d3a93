import type { Pricing } from '../../contract/pricing.ts';
import { localeOfTag } from '../../machines/model/locale.ts';
import type { Engine } from '../engine/engine.port.ts';
import type { Prices } from '../orders/prices.ts';
import type { ShopCountry } from '../orders/shop-country.ts';
import { serveCall } from '../platform/http/call-route.ts';
import type { Platform } from '../platform/platform.ts';
import { presentPricing } from './pricing.presenter.ts';
import { pricingFacts } from './pricing-facts.ts';
import { loadPricingWords } from './pricing-words.ts';

/**
 * Returns the price page for a language tag such as `de-AT`, and the facts about its offers for
 * search engines. The country is decided as `ShopCountry` says.
 */
type PricePageOf = (...wish: Parameters<ShopCountry['decide']>) => {
  pricing: Pricing;
  facts: object;
};

/** Opens the feature for the price page, which visitors read without signing in. */
export async function openPricing(
  { server, config }: Platform,
  { engine, prices, shopCountry }: { engine: Engine; prices: Prices; shopCountry: ShopCountry },
): Promise<PricePageOf> {
  const words = await loadPricingWords();
  const free = { perDay: config.guestDailyCredits, welcome: config.welcomeCredits };
  const pricePageOf: PricePageOf = (exchange, wish) => {
    const spoken = words[localeOfTag(wish.tag) ?? 'en'];
    const data = prices.data({ country: shopCountry.decide(exchange, wish) });
    return {
      pricing: presentPricing(spoken, data, { free, functions: engine.functions() }),
      facts: pricingFacts(spoken, data, config),
    };
  };
  serveCall(server, 'pricing', async ({ query, ...exchange }) => {
    const { locale: tag, country: chosen } = query;
    return pricePageOf(exchange, { tag, chosen }).pricing;
  });
  return pricePageOf;
}
