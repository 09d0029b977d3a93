import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createShopCountry } from './shop-country.ts';

/** Asks for the country of a page in British English, in a shop that sells in the Philippines. */
async function decide(ask: { chosen?: string; kept?: string; secure?: boolean }) {
  const { chosen, kept, secure = false } = ask;
  const server = Fastify();
  await server.register(cookie);
  const shop = createShopCountry({ isSoldIn: (country) => country === 'PH' }, { secure });
  server.get('/', async (request, reply) =>
    shop.decide({ request, reply }, { chosen, tag: 'en-GB' }),
  );
  const cookies = kept === undefined ? {} : { lightwell_country: kept };
  const { headers, body } = await server.inject({ url: '/', cookies });
  await server.close();
  return [body, headers['set-cookie']];
}

test.each([
  [false, 'lightwell_country=PH; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'],
  [true, '__Host-lightwell_country=PH; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax'],
])(
  'keeps the chosen country for a year in a cookie of this site (https: %s)',
  async (secure, line) => {
    expect(await decide({ chosen: 'PH', secure })).toEqual(['PH', line]);
  },
);

test.each([
  ['the kept country', { kept: 'PH' }, 'PH'],
  ['the country of the language, if nothing was chosen', {}, 'GB'],
  ['the country of the language, if nothing is sold in the kept one', { kept: 'XX' }, 'GB'],
  ['the kept country, if nothing is sold in the chosen one', { chosen: 'XX', kept: 'PH' }, 'PH'],
  ['no name of JavaScript', { chosen: '__proto__', kept: 'constructor' }, 'GB'],
])('uses %s, and keeps no other', async (_, ask, expected) => {
  expect(await decide(ask)).toEqual([expected, undefined]);
});
