import type { PriceData } from '../../contract/price.ts';
import type { PricedOffer, Pricing } from '../../contract/pricing.ts';
import { priceOf } from '../../machines/model/credits.ts';
import { durationUnit } from '../../machines/model/duration.ts';
import { isCopied, pricedPixels } from '../../machines/model/forecast.ts';
import { lastingText } from '../../machines/model/lasting.ts';
import { formatMoney } from '../../machines/model/money.ts';
import { type Offers, offersOf } from '../../machines/model/offers.ts';
import { saleOf } from '../../machines/model/price.ts';
import type { FunctionManifest } from '../engine/functions/manifest.ts';
import type { PricingWords } from './pricing-words.ts';

type Product = PriceData['products'][number];
type Saving = NonNullable<Offers<Product>['saving']>;

/** A photo of a phone, for which the credits of each tool are listed. */
const phonePhoto = { width: 4032, height: 3024 };

/** Free credits: of a visitor per day, and once for a new account. */
export type FreeCredits = { perDay: number; welcome: number };

export const creditsOf = ({ say }: PricingWords, credits: number) =>
  say('offer.credits', { credits });

function lasts({ intl }: PricingWords, product: Product): string {
  const text = lastingText(product, intl);
  if (text === null) throw new Error(`The product ${product.code} has an unknown unit.`);
  return text;
}

export function nameOf(words: PricingWords, product: Product): string {
  if (product.kind === 'pack') return words.say('offer.pack');
  const one = product.duration === 1 ? durationUnit(product.durationUnit) : null;
  const values = { unit: one ?? 'other', duration: lasts(words, product) };
  return words.say(product.kind === 'plan' ? 'offer.plan' : 'offer.pass', values);
}

function factsOf(words: PricingWords, product: Product, currency: PriceData['currency']) {
  const { kind, photos, perPhoto } = product;
  const price = formatMoney({ amount: perPhoto, currency }, words.locale);
  return [
    ...(photos > 0 ? [words.say('offer.photos', { photos, price })] : []),
    ...(kind === 'plan'
      ? [words.say('offer.renewal')]
      : [
          words.say('offer.lasts', { duration: lasts(words, product) }),
          words.say('offer.noRenewal'),
        ]),
  ];
}

function savingOf({ intl, say }: PricingWords, { percent, than }: Saving): string {
  return say('offer.saving', {
    percent: intl.formatNumber(percent / 100, { style: 'percent' }),
    than,
  });
}

function offersIn(words: PricingWords, { products, currency }: PriceData): Pricing['offers'] {
  const { main, more, best, saving } = offersOf(products);
  const present = (product: Product): PricedOffer => {
    const name = nameOf(words, product);
    const credits = creditsOf(words, product.credits);
    const price = formatMoney({ amount: product.amount, currency }, words.locale);
    const isBest = product === best;
    return {
      code: product.code,
      name,
      credits,
      price,
      paid:
        product.kind === 'plan'
          ? words.say('offer.for', { duration: lasts(words, product) })
          : words.say('offer.once'),
      facts: factsOf(words, product, currency),
      isBest,
      saving: isBest && saving ? savingOf(words, saving) : null,
      choose: words.say('offers.chooseOne', { name, credits, price }),
    };
  };
  return {
    title: words.say('offers.title'),
    best: words.say('offers.best'),
    choose: words.say('offers.choose'),
    main: main.map(present),
    moreTitle: words.say('offers.more'),
    more: more.map(present),
  };
}

/** Lists the payment methods that work for at least one of the products. */
function methodsIn(words: PricingWords, { methods, products }: PriceData): string | null {
  const works = (code: string) =>
    products.some((product) =>
      product.methods.some((one) => one.code === code && one.once === null),
    );
  const names = methods
    .filter(({ code }) => works(code))
    .map(({ code, name }) => (code === 'card' ? words.say('methods.card') : name));
  const list = words.intl.formatList(names, { type: 'conjunction' });
  return names.length > 0 ? words.say('methods.line', { names: list }) : null;
}

const placeIn = ({ intl }: PricingWords, { country, currency }: PriceData) => ({
  country: intl.formatDisplayName(country, { type: 'region' }) ?? country,
  currency,
});

function noSaleIn(words: PricingWords, prices: PriceData): Pricing['noSale'] {
  const sale = saleOf(prices);
  if (sale === 'open') return null;
  const id = sale === 'elsewhere' ? 'place.elsewhere' : 'checkout.closed';
  return { text: words.say(id, placeIn(words, prices)), action: null };
}

function choiceIn({ intl, say, locale }: PricingWords, prices: PriceData): Pricing['choice'] {
  const { compare } = new Intl.Collator(locale);
  const countries = prices.countries
    .map((code) => ({ code, name: intl.formatDisplayName(code, { type: 'region' }) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
  return { label: say('checkout.country'), action: say('place.show'), countries };
}

function placeText(words: PricingWords, data: PriceData): string {
  const { intl, say } = words;
  const { tax } = data;
  const place = placeIn(words, data);
  const rate = intl.formatNumber(tax.basisPoints / 10_000, {
    style: 'percent',
    maximumFractionDigits: 2,
  });
  return tax.basisPoints === 0
    ? say('place.prices', place)
    : say('place.pricesWithTax', { ...place, rate, tax: tax.name });
}

/** Returns the credits for a phone photo, with the tools that cost so much, cheapest first. */
function costsOf(words: PricingWords, functions: readonly FunctionManifest[]) {
  const tools = new Map<number, string[]>();
  for (const manifest of functions) {
    const credits = priceOf(manifest, pricedPixels(phonePhoto, manifest));
    const { code, names } = manifest;
    const name = words.toolName(code) ?? names?.[words.locale] ?? names?.en ?? code;
    tools.set(credits, [...(tools.get(credits) ?? []), name]);
  }
  return [...tools]
    .sort(([a], [b]) => a - b)
    .map(([credits, names]) => ({
      credits: creditsOf(words, credits),
      // the names of tools contain commas
      tools: names.join(' · '),
    }));
}

/** Returns the price page in the language of `words`. */
export function presentPricing(
  words: PricingWords,
  prices: PriceData,
  { free, functions }: { free: FreeCredits; functions: readonly FunctionManifest[] },
): Pricing {
  const { say, locale } = words;
  const { country, currency } = prices;
  const daily = free.perDay > 0 ? [say('free.daily', { count: free.perDay })] : [];
  const welcome = free.welcome > 0 ? [say('free.welcome', { count: free.welcome })] : [];
  return {
    locale,
    country,
    currency,
    free: {
      title: say('free.title'),
      facts: [...daily, ...welcome, say('free.quality')],
      action: say('free.action'),
    },
    offers: offersIn(words, prices),
    noSale: noSaleIn(words, prices),
    choice: choiceIn(words, prices),
    methods: methodsIn(words, prices),
    place: placeText(words, prices),
    costs: {
      title: say('costs.title'),
      text: say('costs.text'),
      copied: functions.some((manifest) => isCopied(phonePhoto, manifest))
        ? say('costs.copied')
        : null,
      rows: costsOf(words, functions),
    },
  };
}
