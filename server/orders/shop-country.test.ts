import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createShopCountry } from './shop-country.ts';

test.each([
  [false, 'lightwell_country=PH; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'],
  [true, '__Host-lightwell_country=PH; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax'],
])(
  'keeps the chosen country for a year in a cookie of this site (https: %s)',
  async (secure, line) => {
    const server = Fastify();
    await server.register(cookie);
    const shopCountry = createShopCountry({ isSoldIn: () => true }, { secure });
    server.get('/', async (request, reply) =>
      shopCountry.decide({ request, reply }, { chosen: 'PH', tag: 'en' }),
    );
    const { headers, body } = await server.inject('/');
    expect([headers['set-cookie'], body]).toEqual([line, 'PH']);
    await server.close();
  },
);
