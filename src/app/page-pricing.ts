import { type Locale, languageTagFor } from '../../machines/model/locale.ts';
import type { Pricing } from '../../machines/model/pricing.ts';

/**
 * Takes the prices that the server has inserted into this document. They are used at most once,
 * because the visitor can choose another country later.
 */
function takeSentPricing(): Pricing | null {
  const data = document.getElementById('pricing-data');
  data?.remove();
  return data?.textContent ? (JSON.parse(data.textContent) as Pricing) : null;
}

/**
 * Loads the price page in one language, for a country that the visitor has just chosen or for the
 * country that the shop would choose.
 */
export async function loadPricing(
  apiBaseUrl: string,
  locale: Locale,
  country?: string,
): Promise<Pricing> {
  const sent = takeSentPricing();
  if (sent?.locale === locale && (!country || sent.country === country)) return sent;
  const query = new URLSearchParams({ locale: languageTagFor(locale, navigator.languages) });
  if (country) query.set('country', country);
  // the answer sets a cookie, which the shop reads
  const response = await fetch(`${apiBaseUrl}/v1/price/page?${query}`, { credentials: 'include' });
  if (!response.ok) throw new Error(`${response.url} was answered with HTTP ${response.status}`);
  // loaded only now, because no other page needs the check
  const { checkPricing } = await import('./check-pricing.ts');
  return checkPricing(await response.json());
}
