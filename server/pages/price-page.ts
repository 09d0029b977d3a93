import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pricing } from '../../contract/pricing.ts';
import { languageTagFor, localeOfPath } from '../../machines/model/locale.ts';
import { shopCountryIn } from '../../machines/model/pages.ts';
import { pricingToken } from '../../machines/model/pricing.ts';
import { createContent } from '../platform/http/content.ts';
import { acceptedLanguages } from '../platform/http/languages.ts';
import { readTarget } from '../platform/http/request-target.ts';
import { escapeJson } from './page-template.ts';
import type { Page } from './pages.ts';

type Renderer = { renderPricing: (pricing: Pricing) => string };

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/**
 * Returns the price page for a language tag and the country that the visitor has just chosen, if
 * any, and its facts for search engines (schema.org).
 */
export type PricePageOf = (
  exchange: Exchange,
  wish: { tag: string; chosen: string | undefined },
) => { pricing: Pricing; facts: object };

/** Returns the price page with the prices for the country of the request. */
export type CompletePricePage = (page: Page, template: string, exchange: Exchange) => Promise<Page>;

/** Limit of stored pages. There is one per language and country. */
const most = 400;

/** @param directory client folder of the build, which contains the built `src/entry-pricing.tsx` */
export function createPricePages(directory: string, pricePageOf: PricePageOf): CompletePricePage {
  const file = pathToFileURL(join(directory, 'pages', 'entry-pricing.js')).href;
  const known = new Map<string, Page>();
  return async (page, template, exchange) => {
    const { raw, headers } = exchange.request;
    const { path, query } = readTarget(raw.url);
    const tag = languageTagFor(localeOfPath(path), acceptedLanguages(headers['accept-language']));
    const chosen = shopCountryIn(query);
    const { pricing, facts } = pricePageOf(exchange, { tag, chosen });
    const data = escapeJson(pricing);
    const made = known.get(data);
    if (made) return made;
    const { renderPricing } = (await import(file)) as Renderer;
    const forSearch = `<script type="application/ld+json">${escapeJson(facts)}</script></body>`;
    const html = template
      .replace(pricingToken, () => renderPricing(pricing))
      .replace('id="pricing-data">null<', () => `id="pricing-data">${data}<`)
      .replace('</body>', () => forSearch);
    const complete = { ...page, ...createContent(Buffer.from(html), { isKept: true }) };
    if (known.size >= most) known.clear();
    known.set(data, complete);
    return complete;
  };
}
