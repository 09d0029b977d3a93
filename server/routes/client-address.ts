import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { remembered } from '../domain/remembered.ts';

/**
 * Which addresses are proxies. A count trusts the last so many addresses that X-Forwarded-For names,
 * never all of them: the leftmost one is whatever a stranger wrote.
 */
export const trustedProxies = (proxies: false | number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

/** The first four groups of an IPv6 address: what one customer of a network is usually given. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const groups = [...start, ...Array<string>(zeros).fill('0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * Who limits count: an IPv4 address, or the /64 network of an IPv6 address. A proxy that is trusted
 * names the visitor; what is no address counts as the proxy itself.
 */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const named = isIP(request.ip) ? request.ip : (request.raw.socket.remoteAddress ?? '');
  return counted(named);
}

const counted = remembered((named) => {
  const address = named
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  return isIP(address) === 6 ? networkOf(address) : address;
});
