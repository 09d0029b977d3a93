import type { FastifyReply, FastifyRequest } from 'fastify';
import { countryOfLocale } from './country-of-locale.ts';
import type { Prices } from './prices.ts';

const plainName = 'lightwell_country';
const yearSeconds = 31_536_000;

/** The country whose prices a visitor sees. */
export type ShopCountry = {
  /**
   * Returns the chosen country, which is then kept in a cookie; otherwise the country that was
   * chosen before; otherwise the country of the language tag. Countries without sales do not count
   * as chosen.
   */
  of(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    wish: { chosen: string | undefined; tag: string | undefined },
  ): string | undefined;
};

/** @param options.secure if true, the cookie is sent only over https and has a `__Host-` name */
export function createShopCountry(
  { isSoldIn }: Pick<Prices, 'isSoldIn'>,
  { secure }: { secure: boolean },
): ShopCountry {
  const name = secure ? `__Host-${plainName}` : plainName;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    of({ request, reply }, { chosen, tag }) {
      if (chosen && isSoldIn(chosen)) {
        reply.setCookie(name, chosen, { ...cookie, maxAge: yearSeconds });
        return chosen;
      }
      const kept = request.cookies[name];
      return kept && isSoldIn(kept) ? kept : countryOfLocale(tag);
    },
  };
}
