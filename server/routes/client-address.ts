import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { remembered } from '../domain/remembered.ts';
import type { Trust } from '../trusted-proxies.ts';

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

/** What is no address, because a proxy passed on what a stranger wrote, counts as the proxy. */
const countedAs = (named: string, socket: Socket): string =>
  visitorAt(isIP(named) ? named : (socket.remoteAddress ?? ''));

const visitorAt = remembered((named) => {
  const address = named
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  return isIP(address) === 6 ? networkOf(address) : address;
});

/**
 * Who limits count: an IPv4 address, or the /64 network of an IPv6 address. A proxy that is trusted
 * names the visitor.
 */
export const clientAddress = ({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string =>
  countedAs(ip, raw.socket);

/** The same before Fastify has seen the request; it names the visitor (`ip`) in the same way. */
export function rawClientAddress(request: IncomingMessage, trust: Trust): string {
  const { socket, headers } = request;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  let address = socket.remoteAddress ?? '';
  for (let hop = 0; forwarded.length > 0 && trust(address, hop); hop += 1) {
    const named = forwarded.pop()?.trim();
    if (!named) break;
    address = named;
  }
  return countedAs(address, socket);
}

/** The same for a connection, whoever speaks through it. */
export const socketAddress = (socket: Socket): string => countedAs('', socket);
