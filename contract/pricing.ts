import { z } from 'zod';
import { country, currency } from './price.ts';

/**
 * GET /v1/price/page. The language tag, such as `de-AT`, decides the language of the texts and, like
 * in the shop, the country, unless the visitor has chosen one. `country` is a new choice, which a
 * cookie keeps.
 */
export const pricingQuery = z.object({
  locale: z.string().min(2).max(35),
  country: country.optional(),
});

const offer = z.object({
  code: z.string(),
  name: z.string(),
  credits: z.string(),
  price: z.string(),
  /** for how long the price is paid: "for 1 month", "paid once" */
  paid: z.string(),
  /** what the credits are good for, how long they last, and whether the product renews */
  facts: z.array(z.string()),
  isBest: z.boolean(),
  /** what the recommended product saves, and compared with what; otherwise null */
  saving: z.string().nullable(),
  /** name of the button for screen readers */
  choose: z.string(),
});
export type PricedOffer = z.infer<typeof offer>;

/**
 * The price page in one language, as visitors read it: the server writes all texts and amounts, so
 * that the page needs no price list, no messages and no script (R46, R49).
 */
export const pricing = z.object({
  locale: z.string(),
  country,
  currency,
  free: z.object({ title: z.string(), facts: z.array(z.string()), action: z.string() }),
  offers: z.object({
    title: z.string(),
    best: z.string(),
    choose: z.string(),
    main: z.array(offer),
    moreTitle: z.string(),
    more: z.array(offer),
  }),
  /**
   * why nothing can be paid; null if something can be paid. A server of the build before does not
   * send it.
   */
  noSale: z
    // a client of the build before requires `action`
    .object({ text: z.string(), action: z.null().default(null) })
    .nullable()
    .default(null),
  /** the countries on offer, by name. A server of the build before does not send them. */
  choice: z
    .object({
      label: z.string(),
      action: z.string(),
      countries: z.array(z.object({ code: country, name: z.string() })),
    })
    .nullable()
    .default(null),
  /** the payment methods that work in this country, or null if nothing can be paid */
  methods: z.string().nullable(),
  /** country, currency and tax of the prices */
  place: z.string(),
  /** credits for a phone photo, tools of one price per row */
  costs: z.object({
    title: z.string(),
    text: z.string(),
    /** note that some tools work on a smaller copy, or null */
    copied: z.string().nullable(),
    rows: z.array(z.object({ credits: z.string(), tools: z.string() })),
  }),
});
export type Pricing = z.infer<typeof pricing>;
