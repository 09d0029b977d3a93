import { type Locale, languageTagFor } from '../../machines/model/locale.ts';
import type { Pricing } from '../../machines/model/pricing.ts';

/** Returns the prices that the server has inserted into this document, if they are in this language. */
function sentPricing(locale: Locale): Pricing | null {
  const json = document.getElementById('pricing-data')?.textContent;
  const sent = json ? (JSON.parse(json) as Pricing) : null;
  return sent?.locale === locale ? sent : null;
}

/** Loads the price page in one language, for the country that the shop would choose. */
export async function loadPricing(apiBaseUrl: string, locale: Locale): Promise<Pricing> {
  const sent = sentPricing(locale);
  if (sent) return sent;
  const tag = languageTagFor(locale, navigator.languages);
  const response = await fetch(`${apiBaseUrl}/v1/price/page?locale=${encodeURIComponent(tag)}`);
  if (!response.ok) throw new Error(`${response.url} was answered with HTTP ${response.status}`);
  // loaded only now, because no other page needs the check
  const { checkPricing } = await import('./check-pricing.ts');
  return checkPricing(await response.json());
}
