import type { FastifyReply, FastifyRequest } from 'fastify';
import { countryOfLocale } from './country-of-locale.ts';
import type { Prices } from './prices.ts';

const plainName = 'lightwell_country';
const yearSeconds = 31_536_000;

/** The country that a visitor has chosen for prices. A cookie keeps it. */
export type ShopCountry = {
  /** Returns the kept country, or undefined if there is none or nothing is sold there any more. */
  recall(request: FastifyRequest): string | undefined;
  /**
   * Returns the country of a price page: the chosen one, which is then kept, otherwise the kept
   * one, otherwise that of the language tag. A chosen country without sales is ignored.
   */
  decide(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    wish: { chosen: string | undefined; tag: string },
  ): string | undefined;
};

/** @param options.secure if true, the cookie is sent only over https and has a `__Host-` name */
export function createShopCountry(
  { isSoldIn }: Pick<Prices, 'isSoldIn'>,
  { secure }: { secure: boolean },
): ShopCountry {
  const name = secure ? `__Host-${plainName}` : plainName;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const recall = (request: FastifyRequest) => {
    const kept = request.cookies[name];
    return kept && isSoldIn(kept) ? kept : undefined;
  };
  return {
    recall,
    decide({ request, reply }, { chosen, tag }) {
      if (!chosen || !isSoldIn(chosen)) return recall(request) ?? countryOfLocale(tag);
      reply.setCookie(name, chosen, { ...cookie, maxAge: yearSeconds });
      return chosen;
    },
  };
}
