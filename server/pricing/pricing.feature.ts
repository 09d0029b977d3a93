import type { Pricing } from '../../contract/pricing.ts';
import { localeOfTag } from '../../machines/model/locale.ts';
import type { Engine } from '../engine/engine.port.ts';
import { countryOfLocale } from '../orders/country-of-locale.ts';
import type { Prices } from '../orders/prices.ts';
import { serveCall } from '../platform/http/call-route.ts';
import type { Platform } from '../platform/platform.ts';
import { presentPricing } from './pricing.presenter.ts';
import { loadPricingWords } from './pricing-words.ts';

/** Returns the price page for a language tag such as `de-AT`. */
export type PricingOf = (tag: string) => Pricing;

/** Opens the feature for the price page, which visitors read without signing in. */
export async function openPricing(
  { server, config }: Platform,
  { engine, prices }: { engine: Engine; prices: Prices },
): Promise<PricingOf> {
  const words = await loadPricingWords();
  const free = { perDay: config.guestDailyCredits, welcome: config.welcomeCredits };
  const pricingOf: PricingOf = (tag) =>
    presentPricing(
      words[localeOfTag(tag) ?? 'en'],
      prices.data({ country: countryOfLocale(tag) }),
      { free, functions: engine.functions() },
    );
  serveCall(server, 'pricing', async ({ query }) => pricingOf(query.locale));
  return pricingOf;
}
