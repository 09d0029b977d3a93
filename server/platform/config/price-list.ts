import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { amount, country, currency } from '../../../contract/price.ts';
import { type Currency, currencies, minorDigits } from '../../../machines/model/money.ts';

/**
 * Returns the upper limit for a price: 100 million whole units of a currency. Higher prices are
 * typing errors.
 */
const mostOf = (code: Currency) => 100_000_000 * 10 ** minorDigits(code);

const currencyName = z.string().refine((code) => currency.safeParse(code).success, {
  message: 'is not a currency of R49',
});

const prices = z.record(currencyName, amount).superRefine((given, issues) => {
  const found = given as Partial<Record<Currency, number>>;
  for (const code of currencies) {
    const price = found[code];
    if (price === undefined) {
      issues.addIssue({ code: 'custom', path: [code], message: 'is missing' });
    } else if (price > mostOf(code)) {
      issues.addIssue({ code: 'custom', path: [code], message: `the price ${price} is too high` });
    }
  }
});

const product = z
  .strictObject({
    code: z.string().regex(/^[a-z0-9-]{1,64}$/, 'takes lower case letters, digits and dashes'),
    kind: z.enum(['pack', 'pass', 'plan']),
    credits: z.int().min(1).max(1_000_000),
    duration: z.int().min(1).max(366),
    durationUnit: z.int().min(1).max(5),
    prices,
  })
  .refine(({ kind, durationUnit }) => kind !== 'plan' || durationUnit > 2, {
    message: 'a plan lasts for weeks, months or years',
    path: ['durationUnit'],
  });

const list = z
  .strictObject({
    /**
     * credits that the default function needs for a 12-megapixel photo; used for prices per photo
     */
    photoCredits: z.int().min(1),
    /** country of visitors whose country is unknown */
    defaultCountry: country,
    countries: z.record(
      country,
      z.strictObject({
        currency,
        /** additional currencies in this country */
        also: z.array(currency).default([]),
        tax: z.strictObject({
          /** name of the tax on a receipt; empty without tax */
          name: z.string().max(40),
          /** rate in hundredths of a percent; the price includes the tax */
          basisPoints: z.int().min(0).max(5000),
        }),
      }),
    ),
    products: z.array(product).min(1),
  })
  .superRefine(({ products, countries, defaultCountry }, issues) => {
    const codes = products.map(({ code }) => code);
    for (const code of codes.filter((one, n) => codes.indexOf(one) !== n)) {
      issues.addIssue({
        code: 'custom',
        path: ['products'],
        message: `the product ${code} is listed twice`,
      });
    }
    if (!Object.hasOwn(countries, defaultCountry)) {
      issues.addIssue({ code: 'custom', path: ['defaultCountry'], message: 'is not in countries' });
    }
  });

export type PriceList = z.infer<typeof list>;
export type ListedProduct = PriceList['products'][number];

/** Default price list. PRICES_FILE may name another file. */
export const ownPricesFile = fileURLToPath(new URL('./prices.json', import.meta.url));

/** Returns the price list, or a list of its problems. */
export function parsePriceList(text: string): PriceList | { problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problems: [`is not JSON: ${error instanceof Error ? error.message : error}`] };
  }
  const parsed = list.safeParse(json);
  if (parsed.success) return parsed.data;
  return {
    problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  };
}

export function readPriceList(file: string): PriceList | { problems: string[] } {
  try {
    return parsePriceList(readFileSync(file, 'utf8'));
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

export const priceOf = ({ prices: all }: ListedProduct, code: Currency): number => {
  const price = (all as Record<Currency, number>)[code];
  if (price === undefined) throw new Error(`Expected a price in ${code}.`);
  return price;
};

/** Returns the tax that a price includes. */
export const taxIn = (price: number, basisPoints: number): number =>
  Math.round((price * basisPoints) / (10_000 + basisPoints));
