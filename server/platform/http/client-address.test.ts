import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { trustedProxies } from '../config/trusted-proxies.ts';
import { clientAddress, rawClientAddress } from './client-address.ts';

/** Returns the client address that the server determines for a request. */
async function addressOf(trustProxy: string, remoteAddress: string, forwarded: string) {
  const { trustProxy: proxies } = readConfig({ TRUST_PROXY: trustProxy });
  const trust = trustedProxies(proxies);
  const server = Fastify({ trustProxy: trust });
  server.get('/', async (request) => {
    // The client address is the same before a request reaches Fastify and in Fastify.
    expect(rawClientAddress(request.raw, trust)).toBe(clientAddress(request));
    return clientAddress(request);
  });
  const headers = { 'x-forwarded-for': forwarded };
  return (await server.inject({ url: '/', remoteAddress, headers })).body;
}

test.each([
  ['nobody', '0', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['one proxy', '1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['one proxy, leftmost invented', '1', '10.0.0.1', '8.8.8.8, 198.51.100.1', '198.51.100.1'],
  ['two proxies', '2', '10.0.0.1', '8.8.8.8, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['a network', '10.0.0.0/8', '10.0.0.1', '8.8.8.8, 198.51.100.1', '198.51.100.1'],
  ['two proxies, one was left out', '2', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy that names no visitor', '1', '10.0.0.1', '', '10.0.0.1'],
  ['a proxy that passes on nonsense', '1', '10.0.0.1', '8.8.8.8, <script>', '10.0.0.1'],
  ['networks of IPv6', 'fc00::/7', 'fd00::1', '2001:db8::9', '2001:db8:0:0::/64'],
  ['an address', '10.0.0.1', '10.0.0.1', '8.8.8.8, 198.51.100.1', '198.51.100.1'],
  ['a proxy on a socket of IPv6', 'loopback', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a network, asked directly', '10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [
    'a network and a name',
    '10.0.0.0/8, loopback',
    '127.0.0.1',
    '198.51.100.1, 10.0.0.7',
    '198.51.100.1',
  ],
])(
  'trusting %s, the visitor is identified correctly',
  async (_what, trust, remote, forwarded, wanted) => {
    expect(await addressOf(trust, remote, forwarded)).toBe(wanted);
  },
);

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['::ffff:198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', '192.0.2.1'],
])('limits count %s as %s', (ip, counted) => {
  const raw = { socket: { remoteAddress: '192.0.2.1' } };
  expect(clientAddress({ ip, raw } as Parameters<typeof clientAddress>[0])).toBe(counted);
});
